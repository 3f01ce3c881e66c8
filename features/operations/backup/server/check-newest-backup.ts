import type { App } from '@playhead/server-kit/app.ts'
import { findNewestBackup } from '@playhead/server-kit/state/server-state.sql.ts'

const hourMs = 3_600_000

/** Where backups were never made with this program, another way may be in use. */
export const checkNewestBackup = async ({
  postgres,
  clock,
  settings: { backupHoursMax },
}: Pick<App, 'postgres' | 'clock' | 'settings'>) => {
  const newest = await findNewestBackup(postgres)
  if (!newest) return { level: 'well', sentence: 'There is no backup yet.' } as const
  const day = `${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const isOld = clock.now().getTime() - newest.getTime() > backupHoursMax * hourMs
  return backupHoursMax > 0 && isOld
    ? ({
        level: 'warning',
        sentence: `The newest backup is from ${day}, more than ${backupHoursMax} hours ago.`,
      } as const)
    : ({ level: 'well', sentence: `The newest is from ${day}.` } as const)
}
