import type { Domain } from '~/platform/domain.server'
import { readPdfOfContract, readSignedPdf, verifyPdf } from './copies.server'
import { contractJobs } from './jobs.server'
import {
  removeDraft,
  replaceSigningLink,
  saveContract,
  sendContract,
  startContract,
  withdrawContract,
} from './operations.server'
import {
  listClientContracts,
  listContracts,
  listContractsForClient,
  listContractsOfBooking,
  readContract,
} from './reading.server'
import { scheduleContractReminders, turnContractReminder } from './reminders.server'
import {
  contractTokenFor,
  followSigningLink,
  mailSigningCode,
  openSigning,
  readSigning,
  signContract,
} from './signing/operations.server'
import {
  addContractTemplate,
  listContractTemplates,
  readContractTemplate,
  removeContractTemplate,
  saveContractTemplate,
} from './templates/operations.server'

export const contracts: Domain = {
  jobs: (app) => ({ other: contractJobs(app) }),
  start: scheduleContractReminders,
  operations: {
    addContractTemplate,
    contractTokenFor,
    followSigningLink,
    listClientContracts,
    listContracts,
    listContractsForClient,
    listContractsOfBooking,
    listContractTemplates,
    mailSigningCode,
    openSigning,
    readContract,
    readContractTemplate,
    readPdfOfContract,
    readSignedPdf,
    readSigning,
    removeContractTemplate,
    removeDraft,
    replaceSigningLink,
    saveContract,
    saveContractTemplate,
    sendContract,
    signContract,
    startContract,
    turnContractReminder,
    verifyPdf,
    withdrawContract,
  },
}
