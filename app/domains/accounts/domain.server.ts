import { findClientOf } from '~/domains/galleries/sharing/operations.server'
import type { Domain } from '~/platform/domain.server'
import { accountNames } from './directory.server'
import { accountJobs } from './jobs.server'
import {
  confirmEmailChange,
  readLinkSheet,
  redeemSignInLink,
  requestPasswordReset,
  requestSignInLink,
  resetPassword,
} from './links.server'
import { signIn, signInWithCode, signOut } from './operations.server'
import {
  addChallenge,
  addPasskey,
  confirmChallenge,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInChallenge,
  signInWithPasskey,
} from './passkeys/operations.server'
import { deleteMyAccount, readProfile, saveProfile, setNewsletter } from './profile.server'
import { emailProofCode, proveAgain } from './proof.server'
import { register, verifyEmail } from './registration.server'
import {
  changePassword,
  endSession,
  hasPassword,
  listDevices,
  requestEmailChange,
  signOutOtherDevices,
} from './security.server'
import { keepWritingFailures } from './sign-ins/failures.server'
import { placeOfRequest, recordDownload } from './sign-ins/log.server'
import { signOutPerson } from './sign-ins/session.server'
import {
  changeRole,
  inviteAgain,
  inviteToTeam,
  ownerLinkOfFirstStart,
  readOwnerLink,
  readTeam,
  redeemOwnerLink,
  withdrawLink,
} from './team.server'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTeamRule,
  renewRecoveryCodes,
  resetSecondStep,
  saveTeamRule,
} from './two-factor.server'

export const accounts: Domain = {
  jobs: (app) => ({
    emails: accountJobs({ ...app, findClient: (email) => findClientOf(app, email) }),
  }),
  start: async (app, onStop) => onStop(keepWritingFailures(app)),
  /** There is no default password: the first owner sets one by a link that the first start prints. */
  announce: async (app) => {
    const link = await ownerLinkOfFirstStart(app)
    return link
      ? [`This site has no owner yet. Open this link within 24 hours to create the owner account: ${link}`]
      : []
  },
  operations: {
    accountNames,
    addChallenge,
    addPasskey,
    beginTwoFactor,
    changePassword,
    changeRole,
    confirmChallenge,
    confirmEmailChange,
    confirmTwoFactor,
    deleteMyAccount,
    emailProofCode,
    endSession,
    endTwoFactor,
    hasPassword,
    inviteAgain,
    inviteToTeam,
    listDevices,
    listPasskeys,
    placeOfRequest,
    proveAgain,
    readLinkSheet,
    readOwnerLink,
    readProfile,
    readTeam,
    readTeamRule,
    recordDownload,
    redeemOwnerLink,
    redeemSignInLink,
    register,
    removePasskey,
    renamePasskey,
    renewRecoveryCodes,
    requestEmailChange,
    requestPasswordReset,
    requestSignInLink,
    resetPassword,
    resetSecondStep,
    saveProfile,
    saveTeamRule,
    setNewsletter,
    signIn,
    signInChallenge,
    signInWithCode,
    signInWithPasskey,
    signOut,
    signOutOtherDevices,
    signOutPerson,
    verifyEmail,
    withdrawLink,
  },
}
