import type { Handlers } from '@playhead/server-kit/implement.ts'
import { isLoopbackAddress } from '@playhead/server-kit/http/host-name.ts'
import type { broadcasts } from '../contract.ts'
import { registryOf } from './live-registry.ts'

/** Where encoders connect; the ports are those that were opened, where this process has them. */
export const listIngestAddresses: Handlers<typeof broadcasts>['ingest'] = async ({ app }) => {
  const { host, publicHost, rtmpPort, rtmpsPort } = app.settings.live
  const { opened } = registryOf(app)
  const isLocalOnly = isLoopbackAddress(host)
  const ports = opened ?? { rtmp: rtmpPort, rtmps: rtmpsPort }
  const data = (['rtmps', 'rtmp'] as const).flatMap((protocol) => {
    const port = ports[protocol]
    const url = `${protocol}://${publicHost}:${port}/app`
    return port === undefined ? [] : [{ protocol, url, local_only: isLocalOnly }]
  })
  return { data }
}
