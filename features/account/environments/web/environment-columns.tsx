import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { formatDay, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { EnvironmentLink, GetStartedLink } from './environment-link.tsx'
import type { EnvironmentRow } from './use-environment-list.ts'
import type { LastDay } from './use-last-days.ts'

export type RowAction = 'users' | 'edit' | 'delete'

interface ColumnOptions {
  isAdmin: boolean
  /** By environment; undefined while they are unknown. */
  lastDays: ReadonlyMap<string, LastDay> | undefined
  onAction: (action: RowAction, environment: EnvironmentRow) => void
}

const say = (title: string) => () => toasts.show({ type: 'success', title })

const Count = ({ value }: { value: number | null | undefined }) => (
  <span className={`tabular-nums ${value ? '' : 'text-ink-3'}`}>{formatNumber(value)}</span>
)

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
  lastDays,
  onAction,
}: ColumnOptions): Column<EnvironmentRow>[] => [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    render: (environment) => (
      <>
        <EnvironmentLink environment={environment} />
        {environment.status === 'waiting' && (
          <span className="block text-xs">
            <GetStartedLink environment={environment} />
          </span>
        )}
        {environment.url && (
          <span className="flex max-w-[180px] text-xs">
            <CopyControl
              value={environment.url}
              label="Copy the URL"
              onCopied={say('URL copied')}
            />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    render: ({ type }) => <span className="whitespace-nowrap">{environmentTypeLabels[type]}</span>,
  },
  {
    id: 'liveViews',
    title: 'Live views',
    align: 'end',
    render: ({ liveViews }) => <Count value={liveViews} />,
  },
  {
    id: 'dayViews',
    title: 'Views, 24 h',
    align: 'end',
    render: ({ id }) => <Count value={lastDays?.get(id)?.views} />,
  },
  {
    id: 'dayScore',
    title: 'Score, 24 h',
    align: 'end',
    render: ({ id }) => {
      const score = lastDays?.get(id)?.score ?? null
      return score === null ? (
        <span className="text-ink-3">{unknownValue}</span>
      ) : (
        <ScoreBadge score={score * 100} />
      )
    },
  },
  {
    id: 'key',
    title: 'Key',
    render: ({ key }) => (
      <CopyControl value={key} label="Copy the key" onCopied={say('Key copied')} />
    ),
  },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => <Time at={createdAt}>{formatDay(createdAt)}</Time>,
  },
  {
    id: 'users',
    title: 'Users',
    render: (environment) => (
      <button
        type="button"
        className="ph-link whitespace-nowrap"
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
