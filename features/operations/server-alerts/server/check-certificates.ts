import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { App } from '@playhead/server-kit/app.ts'
import type { Finding } from './server-check.ts'

const dayMs = 86_400_000
const warnDays = 14

/** The files of this server; a certificate of a proxy in front of it is not seen. */
const filesOf = ({ collector, live }: Pick<App['settings'], 'collector' | 'live'>) =>
  [
    { setting: 'COLLECTOR_TLS_CERT', file: collector.tls?.certificateFile },
    { setting: 'LIVE_TLS_CERT', file: live.tls?.certificateFile },
  ].flatMap(({ setting, file }) => (file === undefined ? [] : [{ setting, file }]))

const findingOf = async (setting: string, file: string, now: Date): Promise<Finding> => {
  let end: Date
  try {
    end = new Date(new X509Certificate(await readFile(file)).validTo)
  } catch {
    return { level: 'warning', sentence: `The certificate in ${setting} cannot be read.` }
  }
  const day = end.toISOString().slice(0, 10)
  if (end <= now)
    return { level: 'alert', sentence: `The certificate in ${setting} expired on ${day}.` }
  return end.getTime() - now.getTime() < warnDays * dayMs
    ? { level: 'warning', sentence: `The certificate in ${setting} expires on ${day}.` }
    : { level: 'well', sentence: `${setting} is valid until ${day}.` }
}

const order = ['alert', 'warning', 'well'] as const

/** The worst of all. */
export const checkCertificates = async ({
  settings,
  clock,
}: Pick<App, 'settings' | 'clock'>): Promise<Finding> => {
  const now = clock.now()
  const findings = await Promise.all(
    filesOf(settings).map(({ setting, file }) => findingOf(setting, file, now)),
  )
  const [worst] = findings.toSorted(
    (one, other) => order.indexOf(one.level) - order.indexOf(other.level),
  )
  return worst ?? { level: 'well', sentence: 'This server uses no certificates.' }
}
