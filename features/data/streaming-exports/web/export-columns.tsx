import { formatFullDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import {
  destinationKindText,
  destinationText,
  kindTexts,
  progressText,
  rowsText,
  statusTexts,
} from './export-texts.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

export type ExportAction = 'edit' | 'test' | 'pause' | 'resume' | 'restart' | 'delete'

interface ColumnOptions {
  /** Undefined for those who may only read. */
  onAction: ((action: ExportAction, entry: ExportEntry) => void) | undefined
}

const Status = ({ entry }: { entry: ExportEntry }) => {
  const { label, tone } = statusTexts[entry.status]
  return (
    <span className="grid justify-items-start gap-1">
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm whitespace-nowrap text-ink-2 tabular-nums">
          {rowsText(entry.rowsSent)}
        </span>
      </span>
      <span className="text-sm text-ink-3" title={formatFullDate(entry.sentUntil)}>
        {progressText(entry)}
      </span>
    </span>
  )
}

const itemsOf = (entry: ExportEntry, onAction: NonNullable<ColumnOptions['onAction']>) => {
  const item = (id: ExportAction, label: string) => ({
    id,
    label,
    onSelect: () => onAction(id, entry),
  })
  return [
    item('edit', 'Edit'),
    item('test', 'Send test'),
    entry.enabled ? item('pause', 'Pause') : item('resume', 'Resume'),
    item('restart', 'Restart from'),
    { ...item('delete', 'Delete'), isDanger: true },
  ]
}

const actionsColumn = (onAction: NonNullable<ColumnOptions['onAction']>): Column<ExportEntry> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (entry) => (
    <LazyMenu
      label={`Actions for ${destinationText(entry)}`}
      placement="bottom end"
      trigger={
        <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${destinationText(entry)}`} />
      }
      items={itemsOf(entry, onAction)}
    />
  ),
})

/** ACCT-081 */
export const exportColumns = ({ onAction }: ColumnOptions): Column<ExportEntry>[] => [
  {
    id: 'destination',
    title: 'Destination',
    isMain: true,
    render: (entry) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge>{destinationKindText(entry)}</Badge>
        <span className="wrap-anywhere">{destinationText(entry)}</span>
      </span>
    ),
  },
  { id: 'type', title: 'Type', width: 150, render: ({ kind }) => kindTexts[kind].label },
  { id: 'status', title: 'Status', render: (entry) => <Status entry={entry} /> },
  ...(onAction ? [actionsColumn(onAction)] : []),
]
