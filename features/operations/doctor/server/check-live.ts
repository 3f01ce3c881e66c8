import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { ingestPortsOf } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import { isLoopbackAddress } from '@playhead/server-kit/http/host-name.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

const patienceMs = 3000
const dayMs = 86_400_000
const renewDays = 14

const reaches = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(patienceMs, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

const judgeCertificate = async (file: string): Promise<Finding | undefined> => {
  const { validTo } = new X509Certificate(await readFile(file))
  const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs)
  if (days < 0) return failed(`The certificate of LIVE_TLS_CERT ended on ${validTo}. Renew it.`)
  return days < renewDays
    ? warning(`The certificate of LIVE_TLS_CERT ends in ${days} days. Renew it.`)
    : undefined
}

/** Whether encoders of live streams can connect. */
export const checkLive = async (app: App): Promise<Finding> => {
  const { settings } = app
  const { host, tls, rtmpPort, rtmpsPort } = settings.live
  if (!settings.roles.includes('ingest')) return ok('Another process takes encoders.')
  const { rtmp, rtmps } = ingestPortsOf(app)
  for (const [name, wanted, opened] of [
    ['LIVE_RTMP_PORT', rtmpPort, rtmp],
    ['LIVE_RTMPS_PORT', rtmpsPort, rtmps],
  ] as const) {
    if (wanted === undefined) continue
    if (opened === undefined || !(await reaches(host, opened)))
      return failed(
        `Encoders cannot connect: port ${wanted} of ${host} is not open. Free it, or set ${name} to another port and restart.`,
      )
  }
  const certificate = tls && (await judgeCertificate(tls.certificateFile))
  if (certificate) return certificate
  const ports = [rtmp, rtmps].filter((port) => port !== undefined)
  const { publicHost } = settings.live
  // Behind a proxy the server itself listens on its own machine alone, and RTMP does not pass the proxy.
  if (ports.length > 0 && isLoopbackAddress(host) && !isLoopbackAddress(publicHost))
    return warning(
      `Encoders on other machines cannot connect: their address names ${publicHost}, but the port is open on ${host} only. Set LIVE_HOST to 0.0.0.0.`,
    )
  return ports.length === 0
    ? ok('Live streams are switched off.')
    : ok(`Encoders connect to ${ports.map((port) => `port ${port}`).join(' and ')} of ${host}.`)
}
