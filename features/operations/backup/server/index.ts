import { feature } from '@playhead/server-kit/feature.ts'
import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { backupCommand } from './backup-command.ts'
import { checkNewestBackup } from './check-newest-backup.ts'
import { restoreCommand } from './restore-command.ts'

export const backupServer = feature('backup', {
  commands: [backupCommand, restoreCommand],
  parts: [
    serverCheck({
      order: 20,
      name: 'backup',
      title: 'Backup',
      keptSeconds: 60,
      read: checkNewestBackup,
    }),
  ],
})
