import { feature } from '@playhead/server-kit/feature.ts'
import { makePiecesOfViews, removeOldPieces } from './make-due-pieces.ts'
import { rollUpDueDays } from './roll-up-due-days.ts'
import { rollupCommand } from './rollup-command.ts'

export { makeDuePieces } from './make-due-pieces.ts'

export const rollupServer = feature('rollup', {
  schedules: [rollUpDueDays, makePiecesOfViews, removeOldPieces],
  commands: [rollupCommand],
})
