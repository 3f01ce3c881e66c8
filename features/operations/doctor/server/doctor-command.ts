import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { checkDemo, checkHosts, checkOutboundCalls, checkPublicAddress } from './check-address.ts'
import { checkAnalytics, checkAnalyticsMigrations } from './check-analytics.ts'
import { checkClock, checkDatabase, checkDatabaseMigrations } from './check-database.ts'
import { checkDataFolder, checkDiskSpace, checkKeys } from './check-data-folder.ts'
import { checkFfmpeg } from './check-ffmpeg.ts'
import { checkLive } from './check-live.ts'
import { checkMail } from './check-mail.ts'
import { checkMedia } from './check-media.ts'
import { checkPieces } from './check-pieces.ts'
import { checkProgram } from './check-program.ts'
import { checkSchedules } from './check-schedules.ts'
import { failed, worst, type Finding } from './finding.ts'

const checks: Record<string, (app: App) => Finding | Promise<Finding>> = {
  Program: checkProgram,
  Database: checkDatabase,
  'Database migrations': checkDatabaseMigrations,
  'Analytics database': checkAnalytics,
  'Analytics migrations': checkAnalyticsMigrations,
  'Data folder': checkDataFolder,
  Keys: checkKeys,
  'Disk space': checkDiskSpace,
  ffmpeg: checkFfmpeg,
  Media: checkMedia,
  Live: checkLive,
  Schedules: checkSchedules,
  'Sums of hours and days': checkPieces,
  Mail: checkMail,
  'Public address': checkPublicAddress,
  Hosts: checkHosts,
  'Outbound calls': checkOutboundCalls,
  Demo: checkDemo,
  Clock: checkClock,
}
const patienceSeconds = 8

const reasonOf = (error: unknown) => {
  if (error instanceof Error && 'publicMessage' in error) return String(error.publicMessage)
  return error instanceof Error ? error.message : String(error)
}

const impatient = async (): Promise<Finding> => {
  await pause(patienceSeconds * 1000, undefined, { ref: false })
  return failed(`No answer within ${patienceSeconds} seconds.`)
}

const examine = async (app: App, check: (app: App) => Finding | Promise<Finding>) => {
  try {
    return await Promise.race([check(app), impatient()])
  } catch (error) {
    return failed(reasonOf(error))
  }
}

export const doctorCommand = command({
  name: 'doctor',
  summary: 'Check this server and list what needs attention',
  options: z.object({}),
  run: async (app) => {
    const findings = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({
        name,
        ...(await examine(app, check)),
      })),
    )
    return { status: worst(findings.map(({ status }) => status)), checks: findings }
  },
})
