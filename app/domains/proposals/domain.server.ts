import type { Domain } from '~/platform/domain.server'
import {
  chooseFromProposal,
  followProposalLink,
  mailProposalCode,
  openProposal,
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

export const proposals: Domain = {
  operations: {
    chooseFromProposal,
    followProposalLink,
    listProposals,
    listProposalsAbout,
    mailProposalCode,
    openProposal,
    readProposal,
    readProposalPage,
    removeProposal,
    replaceProposalLink,
    saveProposal,
    sendProposal,
    signProposal,
    startProposal,
    withdrawProposal,
  },
}
