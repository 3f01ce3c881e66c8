import { useId, useState } from 'react'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { dashboardLimits, widgetTypes } from '../../contract.ts'
import { type ComponentDraft, componentErrors, typeLabels, widgetOf } from './component-draft.ts'
import { ComponentChoices } from './component-choices.tsx'
import type { Widget } from '../dashboard/dashboard.ts'
import type { Size } from '../grid/grid-layout.ts'
import { useTextsQuestion } from '../dashboard/use-texts-question.ts'
import { WidgetBody } from '../widget/widget-body.tsx'

interface ComponentDrawerProps {
  initial: ComponentDraft
  isNew: boolean
  /** When the number row is full, the number type is not offered. DASH-020 */
  hasRoomForNumbers: boolean
  state: QuestionState
  onSave: (widget: Omit<Widget, 'position'>, size: Size | null) => void
  onClose: () => void
}

const typeOptions = widgetTypes.map((value) => ({ value, label: typeLabels[value] }))

/** DASH-016 */
const NameField = ({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (name: string) => void
}) => (
  <div>
    <TextField
      label="Name"
      isRequired
      autoComplete="off"
      maxLength={dashboardLimits.nameMax}
      value={value}
      onChange={onChange}
      error={error}
    />
    <p
      className="ph-count mt-px text-right"
      data-full={value.length >= dashboardLimits.nameMax || undefined}
    >
      {value.length}/{dashboardLimits.nameMax}
      <VisuallyHidden> characters</VisuallyHidden>
    </p>
  </div>
)

/** DASH-021: the plan limits their count, as on every screen. */
const OwnFilters = ({ state }: { state: QuestionState }) => (
  <div className="flex flex-col gap-1">
    <span className="ph-label">Filters of this component</span>
    <FilterBar state={state} hasZone={false} />
    <p className="ph-description">
      They are added to the filters of the dashboard. Where both filter by the same dimension, these
      apply.
    </p>
  </div>
)

const Preview = ({ draft, state }: { draft: ComponentDraft; state: QuestionState }) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line">
      <h3 id={titleId} className="px-3 pt-2 text-xs font-medium text-ink-3">
        Preview
      </h3>
      <div className={`pt-1 pb-2 ${draft.type === 'list' ? '' : 'px-3'}`}>
        {draft.type === null ? (
          <p className="py-4 text-center text-sm text-ink-3">Choose a type to see it here.</p>
        ) : (
          <WidgetBody
            key={draft.type}
            widget={{ ...draft, type: draft.type }}
            state={state}
            comparisonDays={draft.comparisonTimeframe}
          />
        )}
      </div>
    </section>
  )
}

/** DASH-015 */
export const ComponentDrawer = (props: ComponentDrawerProps) => {
  const { isNew, state, onSave, onClose } = props
  const formId = useId()
  const [draft, setDraft] = useState(props.initial)
  const [isTried, setIsTried] = useState(false)
  const change = (next: Partial<ComponentDraft>) => setDraft((now) => ({ ...now, ...next }))
  const found = componentErrors(draft)
  const errors: Partial<typeof found> = isTried ? found : {}
  const filters = useTextsQuestion(
    {
      timeframe: state.query.timeframe,
      filters: draft.dimensionFilters,
      metric_filters: draft.metricFilters,
    },
    state.resolved.endMs,
    (texts) => change({ dimensionFilters: texts.filters, metricFilters: texts.metric_filters }),
  )
  const save = () => {
    setIsTried(true)
    if (found.type || found.displayName || draft.type === null) return
    onSave(widgetOf(draft, draft.type), draft.size)
  }
  const offered = typeOptions.map((option) => ({
    ...option,
    isDisabled:
      option.value === 'metric' && !props.hasRoomForNumbers && props.initial.type !== 'metric',
  }))
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={isNew ? 'Create Component' : 'Edit Component'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId}>
            {isNew ? 'Create' : 'Apply'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // Dialogs opened from here are elsewhere in the DOM, but their events bubble through the React tree to this
          // form.
          if (event.target === event.currentTarget) save()
        }}
      >
        <RadioGroup
          label="Type"
          direction="row"
          value={draft.type}
          onChange={(type) => change({ type })}
          options={offered}
          error={errors.type}
        />
        <NameField
          value={draft.displayName}
          error={errors.displayName}
          onChange={(displayName) => change({ displayName })}
        />
        <ComponentChoices draft={draft} onChange={change} state={state} />
        <OwnFilters state={filters} />
        <Preview draft={draft} state={state} />
      </form>
    </Drawer>
  )
}
