import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { exports } from '../contract.ts'
import { downloadExport, listViewExports } from './read-exports.ts'
import { exportsSchedule } from './write-exports.ts'

export const exportsServer = feature('exports', {
  endpoints: [implement(exports, { listViews: listViewExports, download: downloadExport })],
  schedules: [exportsSchedule],
})
