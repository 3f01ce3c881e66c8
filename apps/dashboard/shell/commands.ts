import { chooseTheme, currentTheme, oppositeTheme } from '@playhead/ui/theme/theme.ts'
import { environmentScope, organizationScope } from '../routing/address.ts'
import { fillPath } from '../routing/fill-path.ts'
import {
  environmentSwitchPath,
  isOrganizationSelectorDisabled,
  lockOf,
  organizationSwitchPath,
  shownEnvironments,
} from './switching.ts'
import type { Shell } from './use-shell.ts'

interface Command {
  id: string
  label: string
  description?: string
  keywords?: string
  href?: string
  onSelect?: () => void
}

/** The same screen exists below organization and environment; one entry is enough. */
const screenCommands = ({ screens, session, place }: Shell): Command[] => {
  const byTitle = new Map<string, Command>()
  for (const { path, target } of screens.all) {
    if (target.kind !== 'screen') continue
    const href = fillPath(path, place, session)
    const isBroad = path.startsWith(organizationScope) && !path.startsWith(environmentScope)
    if (!href || (isBroad && byTitle.has(target.title))) continue
    // Staff have their own organizations as well as those they operate.
    const description = path.startsWith('/operator/') ? { description: 'Operator' } : {}
    byTitle.set(target.title, { id: path, label: target.title, href, ...description })
  }
  return [...byTitle.values()]
}

const environmentCommands = ({ session, pathname, environment }: Shell): Command[] =>
  session.organizations.flatMap((organization) =>
    shownEnvironments(organization)
      .filter(({ id }) => id !== environment?.id)
      .map(({ id, name }) => ({
        id: `environment ${id}`,
        label: name,
        description: organization.name,
        keywords: 'switch environment',
        href: environmentSwitchPath(pathname, {
          organizationId: organization.id,
          environmentId: id,
        }),
      })),
  )

const organizationCommands = ({ session, pathname, organization }: Shell): Command[] =>
  isOrganizationSelectorDisabled(pathname)
    ? []
    : session.organizations
        .filter((other) => other.id !== organization?.id && !lockOf(other))
        .map(({ id, name }) => ({
          id: `organization ${id}`,
          label: name,
          keywords: 'switch organization',
          href: organizationSwitchPath(pathname, id),
        }))

const toggleTheme = () => {
  const theme = currentTheme()
  if (theme !== 'auth') chooseTheme(oppositeTheme(theme))
}

interface Actions {
  onContact: () => void
  onShortcuts: () => void
}

export const commandGroups = (shell: Shell, { onContact, onShortcuts }: Actions) =>
  [
    { id: 'screens', title: 'Go to', items: screenCommands(shell) },
    { id: 'environments', title: 'Environments', items: environmentCommands(shell) },
    { id: 'organizations', title: 'Organizations', items: organizationCommands(shell) },
    {
      id: 'actions',
      title: 'Actions',
      items: [
        {
          id: 'theme',
          label: 'Toggle theme',
          keywords: 'dark light appearance',
          onSelect: toggleTheme,
        },
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          keywords: 'keys hotkeys help',
          onSelect: onShortcuts,
        },
        { id: 'contact', label: 'Contact Support', keywords: 'help', onSelect: onContact },
        { id: 'docs', label: 'Documentation', keywords: 'help guides', href: '/docs' },
        { id: 'log-out', label: 'Log out', keywords: 'sign out', href: '/logout' },
      ] satisfies Command[],
    },
  ].filter(({ items }) => items.length > 0)
