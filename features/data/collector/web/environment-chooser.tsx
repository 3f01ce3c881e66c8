import { Button } from '@playhead/ui/buttons/button.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import type { EnvironmentChoice } from './use-environment-choice.ts'

/** Groups environments under the names of their organizations. */
const groupsOf = (environments: EnvironmentChoice['environments']) => {
  const groups = new Map<
    string,
    { id: string; title: string; items: { id: string; label: string; keywords: string }[] }
  >()
  for (const { id, name, organizationId, organizationName } of environments) {
    const group = groups.get(organizationId) ?? {
      id: organizationId,
      title: organizationName,
      items: [],
    }
    group.items.push({ id, label: name, keywords: organizationName })
    groups.set(organizationId, group)
  }
  return [...groups.values()]
}

export const EnvironmentChooser = ({ choice }: { choice: EnvironmentChoice }) => {
  const { environments, totalCount, chosen, choose } = choice
  if (!chosen) return null
  const hidden = totalCount - environments.length
  return (
    <SearchableDropdown
      label="Environments"
      items={groupsOf(environments)}
      selectedId={chosen.id}
      onSelect={choose}
      noResultsText="No environment has this name"
      footer={hidden > 0 && <p className="p-2 text-xs text-ink-3">{hidden} more are not listed.</p>}
      trigger={
        <Button aria-label={`Environment: ${chosen.organizationName} / ${chosen.name}`}>
          <span className="max-w-[260px] truncate">
            {chosen.organizationName} / {chosen.name}
          </span>
          <ChevronDownIcon size={14} />
        </Button>
      }
    />
  )
}
