import { feature } from '@playhead/server-kit/feature.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'

export const backupServer = feature('backup', { commands: [backupCommand, restoreCommand] })
