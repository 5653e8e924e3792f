import { useRouteLoaderData } from 'react-router'

/** Whether the site has a mail server. Without one, texts must not say that an email was sent. */
export const useSendsMail = (): boolean =>
  useRouteLoaderData<{ sendsMail: boolean }>('root')?.sendsMail ?? true

/** What a form says about its email, or that there is none. */
export const useEmailHint = (sentence: string): string =>
  useSendsMail() ? sentence : 'This site can’t send email yet, so tell your client yourself.'

/** Shown beside an email that can't be sent yet. */
export const NO_MAIL_SERVER = 'Not sent: no mail server yet'
