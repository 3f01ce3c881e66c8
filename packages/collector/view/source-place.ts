import { textOf } from '../beacon/read-value.ts'
import type { ViewState } from './view-state.ts'

/** What players report for a source without a URL. */
const noAddress = 'MSE style URL'

const isRelative = (address: string): boolean =>
  address !== noAddress && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)

const hostOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).host || null : null

/** From the host of the page when the source URL is relative to it; null where only the player knows. */
export const placeOfRelativeSource = ({ values }: Pick<ViewState, 'values'>) => {
  const reported = (key: string) => textOf(values.get(key)) || null
  const address = reported('video_source_url') ?? reported('player_source_url')
  if (address === null || !isRelative(address)) return null
  const host = hostOf(reported('page_url'))
  // Players call the last two labels of a host its domain.
  return host === null
    ? null
    : { source_hostname: host, player_source_domain: host.split('.').slice(-2).join('.') }
}
