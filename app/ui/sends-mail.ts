import { useRouteLoaderData } from 'react-router'

/** Whether the site has a mail server. Without one, no text may say that an email was sent. */
export const useSendsMail = (): boolean =>
  useRouteLoaderData<{ sendsMail: boolean }>('root')?.sendsMail ?? true
