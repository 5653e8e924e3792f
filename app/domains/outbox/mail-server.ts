export const ENCRYPTIONS = ['starttls', 'tls', 'none'] as const
export type Encryption = (typeof ENCRYPTIONS)[number]

/** A mail server as the owner enters it. `username` and `password` are '' for one without a sign-in. */
export interface MailServer {
  host: string
  port: number
  encryption: Encryption
  username: string
  password: string
}

/** The form's fields. */
export const MAIL_SERVER_FIELDS = ['host', 'port', 'encryption', 'username', 'password'] as const

/** What the Studio shows of it. */
export interface ShownMailServer extends Omit<MailServer, 'password'> {
  /** Named by the next change, so that two people don't overwrite each other's. 0: there is none yet. */
  version: number
  /** Its password was encrypted with another secret, so it can't be used. */
  isLocked: boolean
}

/** The server's SMTP URL, as in the setting SMTP_URL. STARTTLS is required, never optional. */
export function mailServerUrl({ host, port, encryption, username, password }: MailServer): string {
  const signIn = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password)}@` : ''
  if (encryption === 'tls') return `smtps://${signIn}${host}:${port}`
  return `smtp://${signIn}${host}:${port}?${encryption === 'starttls' ? 'requireTLS' : 'ignoreTLS'}=true`
}

export interface MailProvider extends Pick<MailServer, 'host' | 'port' | 'encryption'> {
  key: string
  label: string
  /** Its user name, if it is the same for everyone. */
  username?: string
  /** What to enter as user name and password. */
  hint: string
}

const APP_PASSWORD = 'Your user name is your email address. The password is an app password, which you create'

/** Providers and their servers, as they document them. */
export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    ...{ key: 'gmail', label: 'Gmail', host: 'smtp.gmail.com', port: 465, encryption: 'tls' },
    hint: `${APP_PASSWORD} in your Google account under Security, with 2-Step Verification on.`,
  },
  {
    ...{ key: 'microsoft', label: 'Microsoft 365', host: 'smtp.office365.com', port: 587 },
    encryption: 'starttls',
    hint: 'Your user name is your email address. It works only if your administrator allows authenticated SMTP for your mailbox.',
  },
  {
    ...{ key: 'icloud', label: 'iCloud Mail', host: 'smtp.mail.me.com', port: 587, encryption: 'starttls' },
    hint: `${APP_PASSWORD} at account.apple.com under Sign-In and Security.`,
  },
  {
    ...{ key: 'yahoo', label: 'Yahoo', host: 'smtp.mail.yahoo.com', port: 465, encryption: 'tls' },
    hint: `${APP_PASSWORD} in your Yahoo account under Security.`,
  },
  {
    ...{ key: 'fastmail', label: 'Fastmail', host: 'smtp.fastmail.com', port: 465, encryption: 'tls' },
    hint: `${APP_PASSWORD} in Fastmail’s settings under Privacy & Security.`,
  },
  {
    ...{ key: 'zoho', label: 'Zoho Mail', host: 'smtp.zoho.com', port: 465, encryption: 'tls' },
    hint: `${APP_PASSWORD} in your Zoho account under Security, if two-factor authentication is on.`,
  },
  {
    ...{ key: 'brevo', label: 'Brevo', host: 'smtp-relay.brevo.com', port: 587, encryption: 'starttls' },
    hint: 'The user name is the SMTP login, the password an SMTP key. Both are in Brevo under SMTP & API.',
  },
  {
    ...{ key: 'mailgun', label: 'Mailgun', host: 'smtp.mailgun.org', port: 465, encryption: 'tls' },
    hint: 'User name and password are your domain’s SMTP credentials. Domains in Europe use smtp.eu.mailgun.org.',
  },
  {
    ...{
      key: 'postmark',
      label: 'Postmark',
      host: 'smtp.postmarkapp.com',
      port: 587,
      encryption: 'starttls',
    },
    hint: 'Your server’s API token is both the user name and the password.',
  },
  {
    ...{ key: 'sendgrid', label: 'SendGrid', host: 'smtp.sendgrid.net', port: 465, encryption: 'tls' },
    ...{ username: 'apikey', hint: 'The user name is the word apikey, the password an API key.' },
  },
]

export const findMailProvider = (key: string | null): MailProvider | null =>
  MAIL_PROVIDERS.find((each) => each.key === key) ?? null
