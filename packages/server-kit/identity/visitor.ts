import type { Settings } from '../settings/settings.ts'
import { parseHost } from '../http/host-name.ts'

/** How a session began that belongs to a visitor of a public demo. */
export const visitorMethod = 'visitor'

/** Visitors read what members of the demo organizations read, but no keys, and change nothing. docs/adr/0094 */
export const isVisitor = ({ method }: { method: string }) => method === visitorMethod

/** DEMO-001 */
export const isPublicDemo = (
  { publicDemo }: Pick<Settings, 'publicDemo'>,
  host: string | undefined,
) => {
  if (publicDemo === undefined || publicDemo === 'everywhere') return publicDemo !== undefined
  return host !== undefined && parseHost(host)?.name === publicDemo.name
}
