import { useRouteLoaderData } from 'react-router'

/** Whether the site has a mail server. Without one, texts must not say that an email was sent. */
export const useSendsMail = (): boolean =>
  useRouteLoaderData<{ sendsMail: boolean }>('root')?.sendsMail ?? true

/** Shown beside an email that can't be sent yet. */
export const NO_MAIL_SERVER = 'Not sent: no mail server yet'
