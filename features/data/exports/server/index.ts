import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { exports } from '../contract.ts'
import { downloadExport } from './download-export.ts'
import { exportsSchedule } from './exports-schedule.ts'
import { listViewExports } from './list-view-exports.ts'

export const exportsServer = feature('exports', {
  endpoints: [implement(exports, { listViews: listViewExports, download: downloadExport })],
  schedules: [exportsSchedule],
})

export { coarseColumns, exportColumns } from './export-columns.ts'
export { dayOf, writeExport } from './export-files.ts'
export { streamViewLines } from './exports.sql.ts'
