import { allowedHosts } from '@playhead/server-kit/http/allowed-hosts.ts'
import { isLoopbackAddress, isLoopbackName } from '@playhead/server-kit/http/host-name.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'

/** Warns at the start if other machines can connect but the settings name no host for them. */
export const hostsNotice = (settings: Settings) => {
  const isPublic = !isLoopbackName(new URL(settings.publicUrl).hostname)
  if (isPublic || isLoopbackAddress(settings.host)) return undefined
  const names = [...allowedHosts(settings).names, 'localhost'].join(', ')
  return `It accepts requests for ${names} and loopback addresses only. Set PLAYHEAD_PUBLIC_URL to the address people use, and add other names to PLAYHEAD_ALLOWED_HOSTS.`
}
