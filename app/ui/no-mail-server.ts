/** Said of an email that waits, wherever one is listed. */
export const NO_MAIL_SERVER = 'Not sent: no mail server yet'
