import type { ReactNode } from 'react'
import { metrics } from '@playhead/metrics/metrics.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { filterChips } from '@playhead/question-kit/filter-bar/filter-chips.ts'
import { displayMetricPredicate } from '@playhead/question-kit/metric-filters/metric-filter-value.ts'
import { parseMetricPredicate, parsePredicate } from '@playhead/question-kit/question/predicate.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { measurementNames } from '@playhead/question-kit/values/metric-names.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { CopyIcon, MoreIcon } from '@playhead/ui/icons/icons.ts'
import { FilterIcon, PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import type { MenuItem } from '@playhead/ui/menus/menu-popover.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import type { Widget } from '../dashboard/dashboard.ts'
import { WidgetBody } from './widget-body.tsx'
import { dimensionOf, measurementOf, metricOfWidget, metricsSearch } from './widget-question.ts'

interface WidgetActions {
  onEdit: () => void
  onDuplicate?: () => void
  onRemove: () => void
  more?: MenuItem[]
}

interface WidgetCardProps {
  widget: Widget
  state: QuestionState
  isTall?: boolean
  /** Present only in edit mode. */
  actions?: WidgetActions
  handle?: ReactNode
}

const bodyLook: Record<Widget['type'], string> = {
  timeseries: 'px-3 pb-2',
  metric: 'px-3 pb-2',
  bars: 'overflow-y-auto px-3 pb-2',
  list: 'overflow-y-auto',
}

type NameOf = ReturnType<typeof useDimensionName>

const isBrokenDown = ({ type }: Widget) => type === 'list' || type === 'bars'

const subtitleOf = (widget: Widget, nameOf: NameOf) => {
  const title = `${metrics[metricOfWidget(widget.metric)].title}, ${measurementNames[measurementOf(widget)].toLowerCase()}`
  return isBrokenDown(widget) ? `${title}, by ${nameOf(dimensionOf(widget))}` : title
}

/** The dimensions that the head of a widget names. */
const namedDimensions = (widget: Widget) => [
  ...(isBrokenDown(widget) ? [dimensionOf(widget)] : []),
  ...widget.dimensionFilters.flatMap(parsePredicate).map(({ dimension }) => dimension),
]

const filterTexts = ({ dimensionFilters, metricFilters }: Widget, nameOf: NameOf) => [
  ...filterChips(dimensionFilters.flatMap(parsePredicate), nameOf),
  ...metricFilters.flatMap(parseMetricPredicate).map(displayMetricPredicate),
]

const OwnFilters = ({ widget, nameOf }: { widget: Widget; nameOf: NameOf }) => {
  const texts = filterTexts(widget, nameOf).map(({ displayName, text }) => `${displayName} ${text}`)
  if (texts.length === 0) return null
  return (
    <Tooltip content={texts.join('; ')}>
      <button
        type="button"
        className="rounded-sm text-ink-3"
        aria-label={`Own filters: ${texts.join('; ')}`}
      >
        <FilterIcon size={13} />
      </button>
    </Tooltip>
  )
}

const Actions = ({ name, actions }: { name: string; actions: WidgetActions }) => (
  <LazyMenu
    label={`Actions for ${name}`}
    placement="bottom end"
    trigger={<IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${name}`} />}
    items={[
      { id: 'edit', label: 'Edit', icon: <PencilIcon size={14} />, onSelect: actions.onEdit },
      ...(actions.onDuplicate
        ? [
            {
              id: 'duplicate',
              label: 'Duplicate',
              icon: <CopyIcon size={14} />,
              onSelect: actions.onDuplicate,
            },
          ]
        : []),
      ...(actions.more ?? []),
      {
        id: 'remove',
        label: 'Remove',
        icon: <TrashIcon size={14} />,
        isDanger: true,
        onSelect: actions.onRemove,
      },
    ]}
  />
)

export const WidgetCard = ({ widget, state, isTall, actions, handle }: WidgetCardProps) => {
  const isNumber = widget.type === 'metric'
  const { displayName } = widget
  const nameOf = useDimensionName(namedDimensions(widget))
  const path = usePath()
  return (
    <section
      aria-label={displayName}
      className={`ph-card flex h-full flex-col ${isNumber ? '' : 'md:min-h-[298px]'}`}
    >
      <header className="flex items-start gap-1 px-3 pt-2">
        {handle}
        <div
          className={`min-w-0 flex-1 py-px ${widget.type === 'timeseries' && !actions ? 'pr-5' : ''}`}
        >
          <h2 className="flex items-center gap-1 text-sm font-semibold">
            {actions ? (
              <span className="truncate" title={displayName}>
                {displayName}
              </span>
            ) : (
              <Link
                kind="plain"
                href={path('metrics') + metricsSearch(widget, state)}
                className="truncate hover:underline hover:decoration-ink-4 hover:underline-offset-3"
                title={displayName}
              >
                {displayName}
              </Link>
            )}
            <OwnFilters widget={widget} nameOf={nameOf} />
          </h2>
          <p className="truncate text-xs text-ink-3">{subtitleOf(widget, nameOf)}</p>
        </div>
        {actions && <Actions name={displayName} actions={actions} />}
      </header>
      <div className={`min-h-0 flex-1 pt-1 ${bodyLook[widget.type]}`}>
        <WidgetBody
          widget={widget}
          state={state}
          comparisonDays={widget.comparisonTimeframe}
          isTall={isTall}
          menuTitle={actions ? undefined : displayName}
        />
      </div>
    </section>
  )
}
