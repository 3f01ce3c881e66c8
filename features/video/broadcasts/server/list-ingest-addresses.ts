import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { broadcasts } from '../contract.ts'
import { registryOf } from './live-registry.ts'

/** Where encoders connect; the ports are those that were opened, where this process has them. */
export const listIngestAddresses: Handlers<typeof broadcasts>['ingest'] = async ({ app }) => {
  const { publicHost, rtmpPort, rtmpsPort } = app.settings.live
  const { opened } = registryOf(app)
  const ports = opened ?? { rtmp: rtmpPort, rtmps: rtmpsPort }
  const data = (['rtmps', 'rtmp'] as const).flatMap((protocol) => {
    const port = ports[protocol]
    return port === undefined ? [] : [{ protocol, url: `${protocol}://${publicHost}:${port}/app` }]
  })
  return { data }
}
