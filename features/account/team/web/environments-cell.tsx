import { Button } from '@playhead/ui/buttons/button.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'

const namedMax = 2

interface EnvironmentsCellProps {
  isAdmin: boolean
  environments: readonly string[]
  of: string
  onEdit: () => void
}

const useEnvironmentNames = (ids: readonly string[]) => {
  const environments = useOrganization()?.properties ?? []
  return environments.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

const summary = (names: readonly string[]) => {
  if (names.length === 0) return 'None'
  const more = names.length - namedMax
  return names.slice(0, namedMax).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Which environments a person may open; an admin may open all, so there is nothing to choose. */
export const EnvironmentsCell = ({ isAdmin, environments, of, onEdit }: EnvironmentsCellProps) => {
  const names = useEnvironmentNames(environments)
  if (isAdmin) return <span className="text-ink-3">All</span>
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 md:justify-start">
      <span className={names.length === 0 ? 'text-ink-3' : undefined} title={names.join(', ')}>
        {summary(names)}
      </span>
      <Button size="sm" kind="ghost" aria-label={`Edit environments of ${of}`} onClick={onEdit}>
        Edit
      </Button>
    </span>
  )
}
