import { z } from 'zod'
import { choice, line, must, refuse, whole } from '~/platform/fields'
import { ENCRYPTIONS } from './mail-server'

/** A host name, or an IP address in brackets, without a port. */
const isHost = (typed: string) =>
  !/[@/?#\\]|:\d+$/.test(typed) && URL.parse(`http://${typed}`)?.host === typed

/** The form of the mail server. */
export const mailServerSchema = () =>
  z
    .object({
      host: line({
        max: 253,
        required: 'Enter the server, such as smtp.example.com.',
        what: 'the server',
        unclean: 'Enter the server’s name, such as smtp.example.com.',
      })
        .overwrite((typed) => typed.toLowerCase())
        .check(must(isHost, 'Enter only the server’s name, such as smtp.example.com.')),
      port: whole({
        ...{ min: 1, max: 65_535 },
        error: 'Enter a port from 1 to 65535. Most servers use 465 or 587.',
      }),
      encryption: choice(ENCRYPTIONS),
      username: line({
        ...{ max: 320, what: 'the user name' },
        unclean: 'Enter the user name as one line of plain text.',
      }),
      password: z
        .string()
        .check(must((typed) => typed.length <= 1_000, 'Shorten the password to 1,000 characters.')),
    })
    .superRefine(({ encryption, username, password }, context) => {
      if (encryption === 'none' && username !== '')
        refuse(context, 'encryption', 'Choose an encrypted connection. It keeps the password secret.')
      if (username === '' && password !== '')
        refuse(context, 'username', 'Enter the user name for this password.')
    })
