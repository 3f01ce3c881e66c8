import { feature } from '@playhead/server-kit/feature.ts'
import { rebuildCommand } from './rebuild-command.ts'

export { environmentDirectory } from './environment-directory.ts'

export const rebuildServer = feature('rebuild', { commands: [rebuildCommand] })
