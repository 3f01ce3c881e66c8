import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { type customDashboards, dashboardLimits } from '../../contract.ts'
import {
  add,
  type Layout,
  type Position,
  readingOrder,
  setSize,
  settle,
  type Size,
  sizes,
} from '../grid/grid-layout.ts'
import { defaultTimeframeStart } from './timeframe-start.ts'

export type Dashboard = CallResponse<typeof customDashboards.list>['data'][number]
export type Contents = Dashboard['dashboardContents']
export type Widget = Contents['widgets'][string]
/** The fields that a user edits and saves. */
export type DashboardDraft = Pick<Dashboard, 'displayName' | 'timeframeStart' | 'dashboardContents'>

/** DASH-007 */
export const newDashboard = (): DashboardDraft => ({
  displayName: 'New Dashboard',
  timeframeStart: defaultTimeframeStart,
  dashboardContents: { widgets: {}, globalDimensionFilters: [], globalMetricFilters: [] },
})

/** A name at its length limit is cut at the end. */
export const copyOf = ({ displayName, timeframeStart, dashboardContents }: DashboardDraft) => {
  const ending = ' (copy)'
  const start = displayName.slice(0, dashboardLimits.nameMax - ending.length)
  return { displayName: `${start}${ending}`, timeframeStart, dashboardContents }
}

export type WidgetEntry = readonly [id: string, widget: Widget]

const isNumber = ([, { type }]: WidgetEntry) => type === 'metric'

/** The row of numbers, from left to right. */
export const numbersOf = ({ widgets }: Contents): WidgetEntry[] =>
  Object.entries(widgets)
    .filter(isNumber)
    .toSorted(
      ([oneId, one], [otherId, other]) =>
        one.position.column - other.position.column || oneId.localeCompare(otherId),
    )

/** DASH-020 */
export const hasRoomForNumbers = (contents: Contents) =>
  numbersOf(contents).length < dashboardLimits.metricWidgetsMax

export const isFull = ({ widgets }: Contents) =>
  Object.keys(widgets).length >= dashboardLimits.widgetsMax

/** The layout of all components except numbers; the stored positions may overlap. */
export const layoutOf = ({ widgets }: Contents): Layout =>
  settle(
    new Map(
      Object.entries(widgets).flatMap((entry): [string, Position][] =>
        isNumber(entry) ? [] : [[entry[0], entry[1].position]],
      ),
    ),
  )

export const withLayout = (contents: Contents, layout: Layout): Contents => ({
  ...contents,
  widgets: Object.fromEntries(
    Object.entries(contents.widgets).map(([id, widget]) => [
      id,
      { ...widget, position: layout.get(id) ?? widget.position },
    ]),
  ),
})

const inRow = (contents: Contents, order: readonly string[]): Contents => ({
  ...contents,
  widgets: Object.fromEntries(
    Object.entries(contents.widgets).map(([id, widget]) => {
      const column = order.indexOf(id)
      return [id, column < 0 ? widget : { ...widget, position: { ...numberPosition, column } }]
    }),
  ),
})

const numberPosition = { row: 0, column: 0, rowSpan: 1, columnSpan: 1 }

/** DASH-018 for numbers; other components go next to or below the existing ones. */
export const withNewWidget = (
  contents: Contents,
  id: string,
  widget: Omit<Widget, 'position'>,
  size: Size,
): Contents => {
  const withPosition = (position: Position) => ({
    ...contents,
    widgets: { ...contents.widgets, [id]: { ...widget, position } },
  })
  if (widget.type === 'metric')
    return withPosition({ ...numberPosition, column: numbersOf(contents).length })
  const layout = add(layoutOf(contents), id, sizes[size])
  return withLayout(withPosition(layout.get(id)!), layout)
}

/** A number that becomes a chart moves to the grid, and a chart that becomes a number to the row, as if newly added. */
export const withChangedWidget = (
  contents: Contents,
  id: string,
  widget: Omit<Widget, 'position'>,
  size: Size | null,
): Contents => {
  const before = contents.widgets[id]
  if (!before) return contents
  if ((before.type === 'metric') !== (widget.type === 'metric'))
    return withNewWidget(withoutWidget(contents, id), id, widget, size ?? 'half')
  const widgets = { ...contents.widgets, [id]: { ...widget, position: before.position } }
  const changed = { ...contents, widgets }
  if (widget.type === 'metric' || size === null || size === sizeOf(before.position)) return changed
  return withLayout(changed, setSize(layoutOf(changed), id, size))
}

export const withoutWidget = (contents: Contents, id: string): Contents => {
  const { [id]: _, ...widgets } = contents.widgets
  const rest = { ...contents, widgets }
  return withLayout(
    inRow(
      rest,
      numbersOf(rest).map(([other]) => other),
    ),
    layoutOf(rest),
  )
}

/** Moves a number one place to the left or right in its row. */
export const withMovedNumber = (contents: Contents, id: string, by: -1 | 1): Contents => {
  const order = numbersOf(contents).map(([other]) => other)
  const at = order.indexOf(id)
  const otherId = order[at + by]
  if (at < 0 || otherId === undefined) return contents
  return inRow(contents, order.with(at, otherId).with(at + by, id))
}

/** Puts a copy right next to the original, or as near as there is space. */
export const withDuplicate = (contents: Contents, id: string, copyId: string): Contents => {
  const original = contents.widgets[id]
  if (!original) return contents
  const { rowSpan, columnSpan } = original.position
  const added = withNewWidget(contents, copyId, original, 'half')
  if (original.type === 'metric') return added
  const layout = add(layoutOf(contents), copyId, { rowSpan, columnSpan })
  return withLayout(added, layout)
}

export const sizeOf = ({ rowSpan, columnSpan }: Position): Size | null =>
  (Object.keys(sizes) as Size[]).find(
    (name) => sizes[name].rowSpan === rowSpan && sizes[name].columnSpan === columnSpan,
  ) ?? null

/** The components of the grid, in reading order. */
export const gridEntries = (contents: Contents, layout: Layout): WidgetEntry[] =>
  readingOrder(layout).flatMap((id): WidgetEntry[] => {
    const widget = contents.widgets[id]
    return widget ? [[id, widget]] : []
  })

export const newWidgetId = () => crypto.randomUUID()
