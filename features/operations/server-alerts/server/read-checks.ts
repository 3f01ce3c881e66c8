import type { App } from '@playhead/server-kit/app.ts'
import type { PartStatus } from '@playhead/server-kit/health/readiness.ts'
import type { CheckLevel } from '../contract.ts'
import { bounded } from './bounded.ts'
import { type Finding, serverCheck } from './server-check.ts'

export interface CheckReading {
  name: string
  title: string
  finding: Finding | undefined
}

const levels: Record<PartStatus, CheckLevel> = {
  ready: 'well',
  warning: 'warning',
  'not ready': 'alert',
}

const titles: Record<string, string> = {
  database: 'Database',
  engine: 'Analytics database',
  disk: 'Disk',
  storage: 'Storage of media',
  ffmpeg: 'ffmpeg',
}

const partReadings = async (app: App): Promise<CheckReading[]> =>
  (await app.readiness()).map(({ name, status, detail }) => ({
    name,
    title: titles[name] ?? name,
    finding: { level: levels[status], sentence: detail },
  }))

const readMs = 2_000

/** Reads every check. One that fails or hangs is unknown, and hinders no other. */
export const checkReader = (app: App) => {
  const own = serverCheck.partsIn(app).map((check) => ({ ...check, inTime: bounded(readMs) }))
  return async (): Promise<CheckReading[]> => {
    const readings = own.map(async ({ name, title, inTime, ...check }) => ({
      name,
      title,
      finding: await inTime(() => check.read(app)).catch(() => undefined),
    }))
    return (await Promise.all([partReadings(app), Promise.all(readings)])).flat()
  }
}
