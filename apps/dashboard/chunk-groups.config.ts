import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

const pattern = (paths: string[], ending: string) =>
  new RegExp(`/(${paths.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')})${ending}`)

/** The modules at these paths. A path that is gone fails the build: otherwise its chunk would silently lose it. */
export const modules = (folder: string, names: string[]) => {
  const paths = names.map((name) => `${folder}/${name}`)
  const missing = paths.filter((file) => !existsSync(path.join(root, file)))
  if (missing.length > 0) throw new Error(`No file for a chunk group: ${missing.join(', ')}`)
  return pattern(paths, '$')
}

/** The modules in these folders whose paths match the rest. Each folder must have one. */
export const modulesIn = (folders: string[], rest = /$/) => {
  const empty = folders.filter((folder) => !filesIn(folder).some((file) => rest.test(file)))
  if (empty.length > 0) throw new Error(`No file for a chunk group in ${empty.join(', ')}`)
  return pattern(folders, `/.*${rest.source}`)
}

const filesIn = (folder: string) => {
  const place = path.join(root, folder)
  return existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : []
}

const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

const overlayLibraries = ['react-aria', 'react-aria-components', 'react-stately'].map(
  (name) => `node_modules/${name}`,
)

/** Few large files compress better than many small ones: bench/web.mjs measures what the pages need. */
export const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  // Needed by the sign-in page and nearly every screen after it.
  {
    name: 'basics',
    test: either(
      modules('packages/ui', [
        'buttons/button.tsx',
        'buttons/icon-button.tsx',
        'buttons/link-button.tsx',
        'feedback/failed-state.tsx',
        'feedback/form-message.tsx',
        'fields/field.tsx',
        'fields/password-field.tsx',
        'fields/text-field.tsx',
        'icons/logo.tsx',
        'icons/tone-icon.tsx',
        'layout/use-media-query.ts',
        'navigation/link.tsx',
        'theme/use-theme.ts',
      ]),
      modules('packages/web-kit', [
        'forms/form.ts',
        'calls/use-uncached-call.ts',
        'errors/concerns-session.ts',
        'page/page-heading.tsx',
      ]),
      modules('packages/domain', ['field-rules.ts']),
      modules('features/account/sign-in/web', [
        'go-to-provider.ts',
        'proof/proof-visit.ts',
        'provider/login-ticket.ts',
        'provider/use-provider-outcome.ts',
      ]),
    ),
  },
  // What writes numbers and times: nearly every screen needs all of it.
  {
    name: 'shared',
    test: either(
      modules('packages/domain', ['format.ts', 'formatters.ts', 'time-zone.ts']),
      modules('packages/web-kit', ['times/time.tsx', 'times/zone-on-screen.ts']),
    ),
    minShareCount: 2,
  },
  // The library of questions to the server: every screen but those before the sign-in needs it.
  {
    name: 'shared',
    test: either(
      modulesIn(['node_modules/@tanstack/query-core', 'node_modules/@tanstack/react-query']),
      modulesIn(['packages/web-kit/queries'], /\.tsx?$/),
    ),
    minShareCount: 2,
  },
  // Few screens use autocompletion, so the combo box is in a separate chunk.
  // A menu and its popover import each other's neighbours: in two chunks these would wait for each other.
  {
    name: 'shared',
    test: modules('packages/ui', ['menus/menu-popover.tsx', 'menus/menu.tsx']),
    minShareCount: 2,
  },
  {
    name: 'shared',
    test: either(
      modulesIn(overlayLibraries, /[cC]ombo-?[bB]ox/),
      modules('packages/ui', ['choices/combo-box.tsx']),
    ),
    minShareCount: 2,
    entriesAware: true,
  },
  // Merged with a contract, the choice of environments and the form of its dialogs would wait for each other.
  {
    name: 'shared',
    test: modules('features/account/team/web', ['environment-choice.tsx']),
    minShareCount: 2,
    entriesAware: true,
  },
  // Dialogs of features load when opened; in one chunk with contracts they would load with every screen.
  {
    name: 'shared',
    test: modulesIn(['features'], /-dialog\.tsx$/),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2000,
  },
  // Menus of charts, and the page of a crash, copy without a control of the overlay library.
  {
    name: 'shared',
    test: modules('packages/ui', [
      'buttons/copied-tip.tsx',
      'buttons/copy-button.tsx',
      'buttons/use-copy.ts',
    ]),
    minShareCount: 2,
  },
  // Separate from the rest: a small module in this chunk would load the whole overlay library.
  {
    name: 'shared',
    test: either(
      modulesIn([...overlayLibraries, 'node_modules/@internationalized']),
      modules('packages/ui', [
        'buttons/copy-control.tsx',
        'calendar/calendar-parts.tsx',
        'calendar/calendar.tsx',
        'calendar/date-field.tsx',
        'calendar/range-calendar.tsx',
        'calendar/time-field.tsx',
        'choices/combo-box.tsx',
        'choices/multi-select.tsx',
        'choices/option-row.tsx',
        'choices/select.tsx',
        'menus/command-palette.tsx',
        'menus/dropdown-popover.tsx',
        'menus/dropdown.tsx',
        'menus/searchable-dropdown.tsx',
        'navigation/panel-tabs.tsx',
        'overlays/confirm-dialog.tsx',
        'overlays/dialog-form.tsx',
        'overlays/dialog-frame.tsx',
        'overlays/drawer.tsx',
        'overlays/full-screen-modal.tsx',
        'overlays/modal.tsx',
        'overlays/overlay.tsx',
        'overlays/tooltip.tsx',
        'overlays/trigger.tsx',
      ]),
      modules('packages/web-kit', ['forms/form-dialog.tsx']),
    ),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2000,
  },
  {
    name: 'shared',
    test: modulesIn(['node_modules/lucide-react', 'packages/ui/icons'], /\.(mjs|tsx?)$/),
    minShareCount: 2,
  },
  // Pages without navigation share a frame, and parts that would otherwise come with everything screens have.
  {
    name: 'shared',
    test: either(
      modulesIn(['packages/web-kit/page', 'features/account/sign-in/web/page'], /\.tsx?$/),
      modules('packages/ui', [
        'badges/badge.tsx',
        'code/code-block.tsx',
        'feedback/progress-bar.tsx',
      ]),
    ),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
  // A hundred small files take longer to fetch than what some screens would not need of a few large ones.
  {
    name: 'shared',
    test: modulesIn(['packages/ui', 'packages/web-kit', 'packages/domain'], /\.tsx?$/),
    minShareCount: 8,
  },
  // Without screens of data beside it, with which it would be packed otherwise.
  {
    name: 'shared',
    test: modules('packages/web-kit', ['session/read-only.ts']),
    minShareCount: 2,
  },
  // Endpoints import nothing of the screens that ask them. Packed with some of those, chunks would import each other in a
  // circle, and one of them would run before what it needs.
  {
    name: 'shared',
    test: either(
      modulesIn(['packages/question-contract', 'packages/metrics'], /\.ts$/),
      modules('packages/contract-kit', ['topic-contract.ts']),
      modulesIn(['features'], /contract\.ts$/),
    ),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
  // What most screens of data need.
  { name: 'shared', test: modulesIn(['packages/charts'], /\.tsx?$/), minShareCount: 4 },
  { name: 'shared', test: modulesIn(['packages/question-kit'], /\.tsx?$/), minShareCount: 4 },
  // Some screens load tables of views later, so this chunk must hold nothing else.
  {
    name: 'shared',
    test: modulesIn(['features/data/views'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
  },
  // The form of an alert rule shares small charts with many screens, which must not load the form.
  {
    name: 'shared',
    test: modulesIn(['features/data/alerts/web', 'features/data/notifications'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
  },
  // Its screens share the marks of incidents with charts that have nothing to do with them.
  {
    name: 'shared',
    test: modulesIn(['features/data/monitoring'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
  },
  // The screens of usage share what other screens need in part, such as fetching a file.
  {
    name: 'shared',
    test: modulesIn(
      [
        'features/account/usage/web',
        'features/account/billing/web',
        'features/account/invoices',
        'features/account/invoice-pdfs',
        'features/account/payments',
        'features/account/plans',
        'packages/domain/invoicing',
      ],
      /\.tsx?$/,
    ),
    minShareCount: 2,
    entriesAware: true,
  },
  // A chunk that holds these besides a small module of many screens would load invoices with all of them.
  {
    name: 'shared',
    test: modulesIn(['features/account/invoices', 'packages/domain/invoicing'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
  },
  // What explains an empty screen loads with the screens that can be empty.
  {
    name: 'shared',
    test: modulesIn(['packages/question-kit/empty'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
  },
  // The forms before the sign-in share some too.
  {
    name: 'shared',
    test: modulesIn(['features/account/sign-in/web'], /\.tsx?$/),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
  // Modules shared by several screens load only with those screens.
  {
    name: 'shared',
    test: /\.(m?js|tsx?)$/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
]
