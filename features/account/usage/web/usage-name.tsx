import { formatDay, formatNumber } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { UsageGroup } from '../contract.ts'
import type { UsageLine } from './group-rows.ts'
import { dayName, sharedCosts } from './usage-texts.ts'

export type TableGroup = Exclude<UsageGroup, 'meter'>

/** The environment whose titles are shown below it. */
export interface Unfolded {
  id: string | undefined
  onChange: (id: string | undefined) => void
  /** Titles of the environment that are not shown. */
  more: number
  /** Where its titles could not be loaded. */
  onRetry: (() => void) | undefined
}

interface UsageNameProps {
  line: UsageLine
  group: TableGroup
  hrefOf: (environmentId: string) => string
  unfolded: Unfolded
}

const restNames: Record<TableGroup, string> = {
  environment: 'Others',
  title: 'Other titles, and usage without a title',
  creator_id: 'Other creators, and usage without a creator',
  day: 'Others',
}

const nameOf = (line: UsageLine, group: TableGroup) => {
  if (line.isTotal) return 'All'
  if (line.isShared) return sharedCosts.label
  if (line.isRest) return restNames[group]
  if (group === 'day') return dayName(line.key)
  if (line.name !== null) return line.name
  return group === 'title' ? 'Without a title' : 'Without a creator'
}

const TitleName = ({ line, hrefOf, unfolded: { more, onRetry } }: UsageNameProps) => {
  if (line.note !== null)
    return (
      <span className="usage-title">
        {line.note}
        {onRetry && (
          <Button kind="ghost" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </span>
    )
  if (!line.isRest || more === 0)
    return <span className="usage-title">{line.isRest ? 'Without a title' : line.name}</span>
  return (
    <span className="usage-title">
      <Link href={hrefOf(line.parentKey!)}>
        {formatNumber(more)} more {more === 1 ? 'title' : 'titles'}
      </Link>
    </span>
  )
}

const EnvironmentName = ({ line, hrefOf, unfolded }: UsageNameProps) => {
  const isOpen = unfolded.id === line.key
  return (
    <span className="usage-name">
      <IconButton
        size="sm"
        icon={isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        label={`Titles of ${line.name}`}
        aria-expanded={isOpen}
        onClick={() => unfolded.onChange(isOpen ? undefined : line.key)}
      />
      <Link kind="quiet" href={hrefOf(line.key)}>
        {line.name}
      </Link>
      {line.removedAt && <Badge>Removed {formatDay(line.removedAt, { timeZone: 'UTC' })}</Badge>}
    </span>
  )
}

/** The first cell of a line. */
export const UsageName = (props: UsageNameProps) => {
  const { line, group } = props
  if (line.parentKey !== null) return <TitleName {...props} />
  if (line.isTotal) return <strong>{nameOf(line, group)}</strong>
  if (line.isRest || line.isShared || group !== 'environment') return nameOf(line, group)
  return <EnvironmentName {...props} />
}
