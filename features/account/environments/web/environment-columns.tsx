import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { formatDay, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { EnvironmentLink } from './environment-link.tsx'
import type { EnvironmentRow } from './use-environment-list.ts'

export type RowAction = 'users' | 'edit' | 'delete'

interface ColumnOptions {
  isAdmin: boolean
  onAction: (action: RowAction, environment: EnvironmentRow) => void
}

const say = (title: string) => () => toasts.show({ type: 'success', title })

const actionsColumn = (onAction: ColumnOptions['onAction']): Column<EnvironmentRow> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (environment) => (
    <LazyMenu
      label={`Actions for ${environment.name}`}
      placement="bottom end"
      trigger={
        <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${environment.name}`} />
      }
      items={[
        { id: 'edit', label: 'Edit', onSelect: () => onAction('edit', environment) },
        {
          id: 'delete',
          label: 'Delete',
          isDanger: true,
          onSelect: () => onAction('delete', environment),
        },
      ]}
    />
  ),
})

/** ACCT-036, ACCT-039 */
export const environmentColumns = ({
  isAdmin,
  onAction,
}: ColumnOptions): Column<EnvironmentRow>[] => [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    render: (environment) => <EnvironmentLink environment={environment} />,
  },
  { id: 'type', title: 'Type', render: ({ type }) => environmentTypeLabels[type] },
  {
    id: 'liveViews',
    title: 'Live views',
    align: 'end',
    render: ({ liveViews }) => (
      <span className={`tabular-nums ${liveViews ? '' : 'text-ink-3'}`}>
        {formatNumber(liveViews)}
      </span>
    ),
  },
  {
    id: 'key',
    title: 'Key',
    render: ({ key }) => (
      <CopyControl value={key} label="Copy the key" onCopied={say('Key copied')} />
    ),
  },
  {
    id: 'url',
    title: 'URL',
    render: ({ url }) =>
      url ? (
        <span className="inline-flex max-w-[220px]">
          <CopyControl value={url} label="Copy the URL" onCopied={say('URL copied')} />
        </span>
      ) : (
        <span className="text-ink-3">{unknownValue}</span>
      ),
  },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
        {formatDay(createdAt)}
      </time>
    ),
  },
  {
    id: 'users',
    title: 'Users',
    render: (environment) => (
      <button
        type="button"
        className="ph-link"
        data-kind="quiet"
        aria-label={`Show users of ${environment.name}`}
        onClick={() => onAction('users', environment)}
      >
        Show users
      </button>
    ),
  },
  ...(isAdmin ? [actionsColumn(onAction)] : []),
]
