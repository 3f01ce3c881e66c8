import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'

interface EnvironmentChoiceProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string
}

export const EnvironmentChoice = ({ value, onChange, error }: EnvironmentChoiceProps) => {
  const environments = useOrganization()?.properties ?? []
  const change = (id: string, isChosen: boolean) =>
    onChange(
      environments
        .map((one) => one.id)
        .filter((other) => (other === id ? isChosen : value.includes(other))),
    )
  return (
    <fieldset className="ph-fieldset">
      <legend className="ph-label">Environments</legend>
      {environments.length === 0 && (
        <p className="text-sm text-ink-3">The organization has no environments yet.</p>
      )}
      <div className="max-h-[260px] overflow-y-auto">
        {environments.map(({ id, name, type }) => (
          <div key={id} className="py-1">
            <Checkbox isChecked={value.includes(id)} onChange={(is) => change(id, is)}>
              {name} <span className="text-ink-3">{environmentTypeLabels[type]}</span>
            </Checkbox>
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="ph-field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
