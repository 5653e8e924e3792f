/** Shown beside an email that can't be sent yet. */
export const NO_MAIL_SERVER = 'Not sent: no mail server yet'
