import { data } from 'react-router'
import { type ProfileNotice, profileNotice, profileSection } from '~/domains/accounts/notices'
import { listPasskeys, removePasskey, renamePasskey } from '~/domains/accounts/passkeys/operations.server'
import { deleteMyAccount, readProfile, saveProfile, setNewsletter } from '~/domains/accounts/profile.server'
import { deviceLines, passkeyLines } from '~/domains/accounts/profile-lines'
import {
  changePassword,
  endSession,
  hasPassword,
  listDevices,
  requestEmailChange,
  signOutOtherDevices,
} from '~/domains/accounts/security.server'
import { endTwoFactor, renewRecoveryCodes } from '~/domains/accounts/two-factor.server'
import type { AccountIntent, AccountRefusal } from '~/domains/accounts/ui/account-form'
import { AccountSection, FormNote, ProfileHead, SectionNews } from '~/domains/accounts/ui/account-section'
import { BookingsSection, DownloadsSection } from '~/domains/accounts/ui/own-things'
import { DataSection, DetailsSection, EmailPreferencesSection } from '~/domains/accounts/ui/profile-sections'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { SecuritySection, SessionsList } from '~/domains/accounts/ui/security-section'
import { listClientBookings } from '~/domains/booking/client/operations.server'
import { listClientPayments } from '~/domains/booking/client/payments.server'
import { OwnPayments } from '~/domains/booking/ui/client/own-payments'
import { readSettings } from '~/domains/content/operations.server'
import { listClientContracts } from '~/domains/contracts/reading.server'
import { ContractsToSign, OwnContracts } from '~/domains/contracts/ui/own-contracts'
import { ownGalleries } from '~/domains/galleries/sharing/operations.server'
import { OwnGalleries } from '~/domains/galleries/sharing/ui/own-galleries'
import { listClientDocuments } from '~/domains/invoices/reading.server'
import { OwnDocuments } from '~/domains/invoices/ui/client-documents'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requirePerson, requireRecentProof } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { requesterOf } from '~/platform/http/requester.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/profile'

/** R16, R22 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const my = personal(context, request)
  // Only accounts with a confirmed address have a session.
  const email = my.actor.email.toLowerCase()
  const [profile, sessions, passkeys, bookings, contracts, money, galleries, { studio }] = await Promise.all([
    readProfile(my),
    listDevices(my),
    listPasskeys(my),
    listClientBookings(my, email),
    listClientContracts(my, email),
    readOwnMoney(my, email),
    ownGalleries(my, email),
    readSettings(my),
  ])
  const word = new URL(request.url).searchParams.get('done')
  return {
    profile,
    bookings,
    contracts,
    money,
    galleries,
    sessions: deviceLines(sessions, studio.timeZone),
    passkeys: passkeyLines(passkeys, studio.timeZone),
    siteName: studio.name,
    news: { section: profileSection(word), notice: profileNotice(word, await canSendMail(my)) },
  }
}

async function readOwnMoney(my: My, email: string) {
  const { owed, bookingIds } = await listClientPayments(my, email)
  return { owed, documents: await listClientDocuments(my, bookingIds) }
}

type Context = Route.LoaderArgs['context']

const personal = (context: Context, request: Request) => ({
  ...context.get(scope),
  actor: requirePerson(context, request),
})
type My = ReturnType<typeof personal>

export async function action({ request, context }: Route.ActionArgs) {
  const my = personal(context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse('details', read.status, { sentence: read.sentence })
  const { form } = read
  const intent = form.get('intent')
  switch (intent) {
    case 'details':
      return saveDetails(my, form)
    case 'emails':
      return saveEmailPreferences(my, form)
    case 'password':
      return choosePassword(my, form, request)
    case 'email':
      return moveAddress(my, form, requesterOf(context, request))
    case 'end-session':
      await endSession(my, { id: form.get('session') })
      throw done('session-ended')
    case 'end-others':
      await signOutOtherDevices(my)
      throw done('others-ended')
    case 'two-factor-off':
      if (!(await hasPassword(my))) requireRecentProof(context, request, { form })
      return dropTwoFactor(my, form, request)
    case 'recovery-codes':
      if (!(await hasPassword(my))) requireRecentProof(context, request, { form })
      return makeRecoveryCodes(my, form, request)
    case 'rename-passkey':
      return nameAgain(my, form)
    case 'remove-passkey':
      requireRecentProof(context, request, { form })
      return dropPasskey(my, form, request)
    case 'delete':
      return deleteAccount(my, form)
    default:
      return refuse('details', 422, { sentence: BROKEN_FORM })
  }
}

async function saveDetails(my: My, form: FormFields) {
  const values = { name: form.get('name'), phone: form.get('phone') }
  const saved = await saveProfile(my, values)
  if (saved.ok) throw done('details')
  return refuse('details', 422, { errors: saved.errors, values })
}

async function saveEmailPreferences(my: My, form: FormFields) {
  const isWanted = form.get('newsletter') === 'yes'
  const chosen = await setNewsletter(my, isWanted)
  if (chosen.ok && chosen.toConfirm) throw done('newsletter-confirm')
  if (chosen.ok) throw done(isWanted ? 'newsletter-on' : 'newsletter-off')
  switch (chosen.reason) {
    case 'not-possible':
      return refuse('emails', 422, {
        sentence: 'We can’t send the newsletter to this email. Contact us and we’ll sort it out.',
      })
    case 'too-many':
      return wait(my, 'emails', chosen)
  }
}

async function choosePassword(my: My, form: FormFields, request: Request) {
  const given = { current: form.get('current'), password: form.get('password') }
  const changed = await changePassword(my, { ...given, request })
  if (changed.ok) throw done('password', changed.setCookies)
  switch (changed.reason) {
    case 'refused':
      return refuse('password', 422, { errors: changed.errors })
    case 'too-many':
      return wait(my, 'password', changed)
  }
}

async function moveAddress(my: My, form: FormFields, { from, cookie }: ReturnType<typeof requesterOf>) {
  const email = form.get('email')
  const requested = await requestEmailChange(my, { email, password: form.get('password'), ...from })
  if (requested.ok) throw done('email', [cookie])
  switch (requested.reason) {
    case 'refused':
      return refuse('email', 422, { errors: requested.errors, values: { email } })
    case 'too-many':
      return wait(my, 'email', requested, { email })
  }
}

async function dropTwoFactor(my: My, form: FormFields, request: Request) {
  const given = { password: form.get('password'), code: form.get('code') }
  const ended = await endTwoFactor(my, { ...given, request })
  if (ended.ok) throw done('two-factor-off', ended.setCookies)
  switch (ended.reason) {
    case 'wrong':
      return refuse('two-factor-off', 422, { sentence: 'That password or code is incorrect.' })
    case 'last':
      return refuse('two-factor-off', 409, { sentence: LAST_SECOND_STEP })
    case 'too-many':
      return wait(my, 'two-factor-off', ended)
  }
}

const LAST_SECOND_STEP =
  'The Studio requires two-factor authentication, and this is your only method. Add another one first, such as a passkey on another device.'

async function nameAgain(my: My, form: FormFields) {
  const given = { id: form.get('passkey'), name: form.get('name') }
  const renamed = await renamePasskey(my, given)
  if (renamed.ok) throw done('passkey-renamed')
  switch (renamed.reason) {
    case 'refused':
      return refuse('rename-passkey', 422, { sentence: renamed.error })
    case 'gone':
      return refuse('rename-passkey', 409, { sentence: PASSKEY_GONE })
  }
}

async function dropPasskey(my: My, form: FormFields, request: Request) {
  const removed = await removePasskey(my, { id: form.get('passkey'), request })
  if (removed.ok) throw done('passkey-removed', removed.setCookies)
  switch (removed.reason) {
    case 'gone':
      return refuse('remove-passkey', 409, { sentence: PASSKEY_GONE })
    case 'last':
      return refuse('remove-passkey', 409, { sentence: LAST_SECOND_STEP })
  }
}

const PASSKEY_GONE = 'This passkey was removed already.'

async function makeRecoveryCodes(my: My, form: FormFields, request: Request) {
  const made = await renewRecoveryCodes(my, { password: form.get('password'), request })
  if (made.ok) return refuse('recovery-codes', 200, { recoveryCodes: made.recoveryCodes })
  switch (made.reason) {
    case 'wrong':
      return refuse('recovery-codes', 422, { errors: { password: 'That isn’t your password.' } })
    case 'too-many':
      return wait(my, 'recovery-codes', made)
  }
}

async function deleteAccount(my: My, form: FormFields) {
  const deleted = await deleteMyAccount(my, { password: form.get('password') })
  if (deleted.ok) throw seeOther(paths.login({ news: 'deleted' }), deleted.setCookies)
  switch (deleted.reason) {
    case 'wrong-password':
      return refuse('delete', 422, { errors: { password: 'That’s not your password.' } })
    case 'last-owner':
      return refuse('delete', 409, {
        sentence: 'You’re the only owner of this studio. Make someone else an owner first.',
      })
    case 'too-many':
      return wait(my, 'delete', deleted)
  }
}

const done = (news: ProfileNotice, setCookies: readonly string[] = []) =>
  seeOther(paths.profile({ done: news, section: profileSection(news) }), setCookies)

const refuse = (intent: AccountIntent, status: number, said: Partial<Omit<AccountRefusal, 'intent'>>) =>
  data<AccountRefusal>({ intent, errors: {}, values: {}, ...said }, status)

const wait = (
  my: My,
  intent: AccountIntent,
  { retryAt, sentence }: { retryAt: number; sentence: string },
  values: AccountRefusal['values'] = {},
) => tooMany(my, retryAt, { intent, errors: {}, values, sentence } satisfies AccountRefusal)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Your account · ${loaderData.siteName}` : 'Your account' },
  { name: 'robots', content: 'noindex' },
]

export const ErrorBoundary = ProofBoundary

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, sessions, passkeys, bookings, contracts, money, galleries, news } = loaderData
  const { email, newsletter, twoFactor } = profile
  const hasPayments = money.owed.length + money.documents.length > 0
  const without = [hasPayments ? '' : 'payments', contracts.length > 0 ? '' : 'contracts']
  const shown = actionData ? null : news
  return (
    <SectionNews value={shown}>
      <div className="wrap acct__all">
        <ProfileHead name={profile.name} email={email} without={without} />
        {shown?.section === '' ? <FormNote notice={shown.notice} /> : null}
        <ContractsToSign contracts={contracts} />
        <DownloadsSection>
          {galleries.length > 0 ? <OwnGalleries galleries={galleries} /> : null}
        </DownloadsSection>
        <BookingsSection bookings={bookings} />
        {hasPayments ? (
          <AccountSection id="payments" title="Payments">
            <OwnPayments owed={money.owed} />
            {money.documents.length > 0 ? (
              <div>
                <h3 className="t3">Invoices and receipts</h3>
                <OwnDocuments documents={money.documents} />
              </div>
            ) : null}
          </AccountSection>
        ) : null}
        {contracts.length > 0 ? (
          <AccountSection id="contracts" title="Contracts">
            <OwnContracts contracts={contracts} />
          </AccountSection>
        ) : null}
        <DetailsSection profile={profile} refusal={actionData} />
        <EmailPreferencesSection email={email} isSubscribed={newsletter} refusal={actionData} />
        <SecuritySection
          email={email}
          twoFactor={twoFactor}
          hasPassword={profile.hasPassword}
          passkeys={passkeys}
          refusal={actionData}
        >
          <SessionsList sessions={sessions} />
        </SecuritySection>
        <DataSection refusal={actionData} />
      </div>
    </SectionNews>
  )
}
