import { feature } from '@playhead/server-kit/feature.ts'
import { importCommand } from './import-command.ts'

export const importServer = feature('import', { commands: [importCommand] })
