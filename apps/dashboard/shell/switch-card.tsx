import { useState } from 'react'
import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { Avatar } from '@playhead/ui/badges/avatar.tsx'
import { CheckIcon, ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { LockIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { LazyDropdown } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import type { Organization } from '@playhead/web-kit/session/session.ts'
import { loadEnvironmentSession } from '@playhead/web-kit/session/session-loader.ts'
import {
  environmentSwitchPath,
  isOrganizationSelectorDisabled,
  lockOf,
  organizationSwitchPath,
  shownEnvironments,
} from './switching.ts'
import type { Shell } from './use-shell.ts'

/** From this many entries on, a filter is faster than reading. */
const filterFrom = 8

interface GroupProps {
  organization: Organization
  shell: Shell
  matches: (text: string) => boolean
  onChosen: () => void
}

const OrganizationRow = ({ organization, shell, onChosen }: GroupProps) => {
  const { id, name } = organization
  const isCurrent = id === shell.organization?.id
  const lock = lockOf(organization)
  if (isCurrent || lock || isOrganizationSelectorDisabled(shell.pathname))
    return (
      <p className="switch-organization" data-locked={lock ? true : undefined}>
        <span title={name}>{name}</span>
        {lock && (
          <small>
            <LockIcon size={12} /> {lock}
          </small>
        )}
      </p>
    )
  return (
    <Link
      kind="plain"
      className="switch-organization"
      href={organizationSwitchPath(shell.pathname, id)}
      onClick={onChosen}
    >
      <span title={name}>{name}</span>
      <small>Switch organization</small>
    </Link>
  )
}

const OrganizationGroup = (props: GroupProps) => {
  const { organization, shell, matches, onChosen } = props
  const isNamed = matches(organization.name)
  const environments = shownEnvironments(organization).filter(
    ({ name }) => isNamed || matches(name),
  )
  if (!isNamed && environments.length === 0) return null
  return (
    <li>
      <OrganizationRow {...props} />
      <ul aria-label={`Environments of ${organization.name}`}>
        {environments.map(({ id, name, type, organizationId }) => {
          const place = { organizationId, environmentId: id }
          const isCurrent = id === shell.environment?.id
          return (
            <li key={id}>
              <Link
                kind="plain"
                className="switch-environment"
                aria-current={isCurrent ? 'true' : undefined}
                href={environmentSwitchPath(shell.pathname, place)}
                onClick={() => {
                  onChosen()
                  void loadEnvironmentSession(place)
                }}
              >
                <span title={name}>{name}</span>
                <small>{environmentTypeLabels[type]}</small>
                {isCurrent && <CheckIcon size={14} />}
              </Link>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

const SwitchList = ({ shell, onChosen }: { shell: Shell; onChosen: () => void }) => {
  const [filter, setFilter] = useState('')
  const { organizations } = shell.session
  const count = organizations.reduce((sum, one) => sum + shownEnvironments(one).length, 0)
  const wanted = filter.trim().toLowerCase()
  const matches = (text: string) => text.toLowerCase().includes(wanted)
  const groups = organizations.filter(
    (one) => matches(one.name) || shownEnvironments(one).some(({ name }) => matches(name)),
  )
  return (
    <div className="switch-list">
      {count >= filterFrom && (
        <SearchField
          label="Filter by name"
          placeholder="Filter by name"
          value={filter}
          onChange={setFilter}
        />
      )}
      {groups.length === 0 && <p className="switch-nothing">No environments found</p>}
      <ul>
        {groups.map((organization) => (
          <OrganizationGroup
            key={organization.id}
            {...{ organization, shell, matches, onChosen }}
          />
        ))}
      </ul>
    </div>
  )
}

/** Shows the current organization and environment and switches to others. */
export const SwitchCard = (shell: Shell) => {
  const { organization, environment } = shell
  const name = organization?.name ?? 'Choose an organization'
  return (
    <LazyDropdown
      label="Organizations and environments"
      width={300}
      isFlush
      trigger={
        <button type="button" className="switch-card">
          <Avatar name={name} />
          <span>
            <b title={name}>{name}</b>
            <small title={environment?.name}>{environment?.name ?? 'No environment'}</small>
          </span>
          <ChevronDownIcon size={14} />
        </button>
      }
    >
      {(close) => <SwitchList shell={shell} onChosen={close} />}
    </LazyDropdown>
  )
}
