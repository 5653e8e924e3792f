import { z } from 'zod'
import { emailAddress } from '~/platform/fields'
import { accountEmail } from './model'

/** An email address as accounts know it. */
export const accountAddress = () => emailAddress().overwrite(accountEmail)

export const addressSchema = () => z.object({ email: accountAddress() })
