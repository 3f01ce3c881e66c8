import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import {
  componentOf,
  type ComponentDraft,
  emptyComponent,
} from '../component-form/component-draft.ts'
import {
  copyOf,
  type Dashboard,
  hasRoomForNumbers,
  isFull,
  newWidgetId,
  withChangedWidget,
  withDuplicate,
  withNewWidget,
  withoutWidget,
} from './dashboard.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { FullScreen } from './full-screen.tsx'
import { AddTile, NumberRow } from '../grid/number-row.tsx'
import { useDashboard } from './use-dashboard.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { type GridEditing, WidgetGrid } from '../grid/widget-grid.tsx'

const ComponentDrawer = lazyDialog(
  'ComponentDrawer',
  () => import('../component-form/component-drawer.tsx'),
)
const DeleteDashboardDialog = lazyDialog(
  'DeleteDashboardDialog',
  () => import('./delete-dashboard-dialog.tsx'),
)

const fullScreen = 'full'

interface DashboardViewProps {
  dashboard: Dashboard
  dashboards: Dashboards
  onOpen: (id: string) => void
  onDeleted: () => void
}

interface OpenComponent {
  /** Undefined for a new component. */
  id?: string
  initial: ComponentDraft
}

export const DashboardView = (props: DashboardViewProps) => {
  const { dashboard, dashboards } = props
  const shown = useDashboard(dashboard, dashboards)
  const { state, contents, isEditing, changeContents } = shown
  const [open, setOpen] = useState<OpenComponent>()
  const [isDeleting, setIsDeleting] = useState(false)
  const isFullScreen = useSearchValue('view') === fullScreen && !isEditing
  const setSearch = useSetSearch()

  const addComponent = (type: ComponentDraft['type'] = null) => {
    shown.edit()
    setOpen({ initial: emptyComponent(type) })
  }
  const duplicate = async () => {
    const { data } = await dashboards.create.mutateAsync({ body: copyOf(shown.shown) })
    props.onOpen(data.id)
  }
  const full = isFull(contents)
  const editing: GridEditing | undefined = isEditing
    ? {
        onChange: (next) => changeContents(() => next),
        onEdit: (id) => {
          const widget = contents.widgets[id]
          if (widget) setOpen({ id, initial: componentOf(widget) })
        },
        onDuplicate: full
          ? undefined
          : (id) => changeContents((now) => withDuplicate(now, id, newWidgetId())),
        onRemove: (id) => changeContents((now) => withoutWidget(now, id)),
      }
    : undefined
  const isEmpty = Object.keys(contents.widgets).length === 0

  const page = (
    <div className="flex min-w-0 flex-col gap-3">
      <DashboardHeader
        name={shown.name}
        state={state}
        isEditing={isEditing}
        isSaving={shown.isSaving}
        isFullScreen={isFullScreen}
        onRename={shown.rename}
        onEdit={shown.edit}
        onAdd={full ? undefined : () => addComponent()}
        onSave={() => void shown.save()}
        onCancel={shown.cancel}
        onFullScreen={(isWanted) => setSearch({ view: isWanted ? fullScreen : undefined })}
        onDuplicate={() => void duplicate().catch(() => undefined)}
        onDelete={() => setIsDeleting(true)}
      />
      {isEmpty && !isEditing ? (
        <div className="ph-card py-6">
          <EmptyState
            title="Nothing on this dashboard yet"
            action={
              <Button kind="primary" icon={<PlusIcon size={14} />} onClick={() => addComponent()}>
                Add component
              </Button>
            }
          >
            Add the numbers, charts, lists and bars you want to see at a glance.
          </EmptyState>
        </div>
      ) : (
        <>
          <NumberRow
            contents={contents}
            state={state}
            editing={editing && { ...editing, onAdd: () => addComponent('metric'), isFull: full }}
          />
          <WidgetGrid contents={contents} state={state} editing={editing} />
          {isEditing && !full && <AddTile label="Add component" onClick={() => addComponent()} />}
        </>
      )}
    </div>
  )

  return (
    <>
      {isFullScreen ? (
        <FullScreen
          label={shown.name}
          onLeave={() => setSearch({ view: undefined }, { replace: true })}
        >
          {page}
        </FullScreen>
      ) : (
        page
      )}
      {open && (
        <ComponentDrawer
          initial={open.initial}
          isNew={open.id === undefined}
          hasRoomForNumbers={hasRoomForNumbers(contents)}
          state={state}
          onClose={() => setOpen(undefined)}
          onSave={(widget, size) => {
            const { id } = open
            changeContents((now) =>
              id === undefined
                ? withNewWidget(now, newWidgetId(), widget, size ?? 'half')
                : withChangedWidget(now, id, widget, size),
            )
            setOpen(undefined)
          }}
        />
      )}
      {isDeleting && (
        <DeleteDashboardDialog
          dashboard={dashboard}
          remove={dashboards.remove}
          onClose={() => setIsDeleting(false)}
          onDeleted={props.onDeleted}
        />
      )}
    </>
  )
}
