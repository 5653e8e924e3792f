import { z } from 'zod'
import type { Domain } from '~/platform/domain.server'
import { jobHandler } from '~/platform/jobs/handlers'
import {
  chooseFromProposal,
  followProposalLink,
  mailProposalCode,
  openProposal,
  proposalTokenFor,
  signProposal,
} from './client/operations.server'
import { readProposalPage } from './client/reading.server'
import {
  removeProposal,
  replaceProposalLink,
  saveProposal,
  sendProposal,
  startProposal,
  withdrawProposal,
} from './operations.server'
import { listProposals, listProposalsAbout, readProposal } from './reading.server'
import {
  REMIND_OF_PROPOSALS,
  remindOfProposals,
  scheduleProposalReminders,
  turnProposalReminder,
} from './reminders.server'

export const proposals: Domain = {
  jobs: (app) => ({
    other: { [REMIND_OF_PROPOSALS]: jobHandler(z.object({}), () => remindOfProposals(app)) },
  }),
  start: scheduleProposalReminders,
  operations: {
    chooseFromProposal,
    followProposalLink,
    listProposals,
    listProposalsAbout,
    mailProposalCode,
    openProposal,
    proposalTokenFor,
    readProposal,
    readProposalPage,
    removeProposal,
    replaceProposalLink,
    saveProposal,
    sendProposal,
    signProposal,
    startProposal,
    turnProposalReminder,
    withdrawProposal,
  },
}
