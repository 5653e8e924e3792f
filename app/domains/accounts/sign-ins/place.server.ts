import type { Place } from '~/domains/audit/model'
import { networkPrefix } from '~/platform/http/client-address.server'
import type { From } from '../model'
import { deviceName } from '../security/device-name'

/** What the activity log keeps of where somebody is. */
export const placeOf = ({ network, userAgent }: From): Place => ({
  network: networkPrefix(network),
  device: deviceName(userAgent),
})

/** What the scope of a request says of where it comes from. */
export interface Whereabouts {
  clientAddress: string
  userAgent: string
}

export const placeOfRequest = (scope: Whereabouts): Place =>
  placeOf({ network: scope.clientAddress, userAgent: scope.userAgent })
