import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { InlineTitleEditor } from '@playhead/ui/fields/inline-title-editor.tsx'
import { CloseIcon, CopyIcon, MoreIcon, PlusIcon } from '@playhead/ui/icons/icons.ts'
import { MaximizeIcon, PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { dashboardLimits } from '../../contract.ts'

interface DashboardHeaderProps {
  name: string
  state: QuestionState
  isEditing: boolean
  isSaving: boolean
  isFullScreen: boolean
  onRename: (name: string) => void
  onEdit: () => void
  /** Absent when the dashboard is full. */
  onAdd?: () => void
  onSave: () => void
  onCancel: () => void
  onFullScreen: (isFullScreen: boolean) => void
  onDuplicate: () => void
  onDelete: () => void
}

/** DASH-008 */
const EditingActions = ({ isSaving, onAdd, onSave, onCancel }: DashboardHeaderProps) => (
  <>
    {onAdd && (
      <Button icon={<PlusIcon size={14} />} onClick={onAdd}>
        Add component
      </Button>
    )}
    <Button onClick={onCancel}>Cancel</Button>
    <Button kind="primary" onClick={onSave} isLoading={isSaving}>
      Save
    </Button>
  </>
)

const ViewingActions = (props: DashboardHeaderProps) => (
  <>
    <Button icon={<PencilIcon size={14} />} onClick={props.onEdit}>
      Edit
    </Button>
    <LazyMenu
      label="More for this dashboard"
      placement="bottom end"
      trigger={<IconButton kind="secondary" icon={<MoreIcon />} label="More for this dashboard" />}
      items={[
        {
          id: 'full',
          label: 'Full screen',
          icon: <MaximizeIcon size={14} />,
          onSelect: () => props.onFullScreen(true),
        },
        {
          id: 'duplicate',
          label: 'Duplicate',
          icon: <CopyIcon size={14} />,
          onSelect: props.onDuplicate,
        },
        {
          id: 'delete',
          label: 'Delete',
          icon: <TrashIcon size={14} />,
          isDanger: true,
          onSelect: props.onDelete,
        },
      ]}
    />
  </>
)

const FullScreenActions = ({ onFullScreen }: DashboardHeaderProps) => (
  <Button icon={<CloseIcon size={14} />} onClick={() => onFullScreen(false)}>
    Leave full screen
  </Button>
)

/** DASH-004 */
export const DashboardHeader = (props: DashboardHeaderProps) => {
  const { name, state, isEditing, isFullScreen } = props
  return (
    <header className="flex flex-col">
      <div className="ph-page-header">
        <div className="ph-page-title flex-[1_1_240px]">
          <h1 className="min-w-0 flex-1">
            {isFullScreen ? (
              name
            ) : (
              <InlineTitleEditor
                value={name}
                label="Name of the dashboard"
                maxLength={dashboardLimits.nameMax}
                onSave={(next) => next.trim() && props.onRename(next.trim())}
              />
            )}
          </h1>
        </div>
        <div className="ph-page-actions">
          <TimeframePicker state={state} />
          {!isEditing && (
            <span className="hidden md:inline-flex">
              <CopyLinkButton />
            </span>
          )}
          {isFullScreen ? (
            <FullScreenActions {...props} />
          ) : isEditing ? (
            <EditingActions {...props} />
          ) : (
            <ViewingActions {...props} />
          )}
        </div>
      </div>
      <FilterBar state={state} />
      {state.hasLost && (
        <output className="text-sm text-ink-3">
          Some filters of this dashboard aren’t available for this time frame and are left out.
        </output>
      )}
    </header>
  )
}
