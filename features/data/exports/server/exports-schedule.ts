import type { Schedule } from '@playhead/server-kit/feature.ts'
import { writeExports } from './write-exports.ts'

export const exportsSchedule: Schedule = {
  name: 'daily exports',
  everySeconds: 300,
  isOfFolder: true,
  run: writeExports,
}
