import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compile } from 'tailwindcss'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const kit = path.join(root, 'packages/ui')
const browserFolders = [
  'packages/ui',
  'packages/web-kit',
  'packages/question-kit',
  'apps/dashboard',
  'features',
]
const require = createRequire(import.meta.url)

function filesOf(folders: string[], pattern: RegExp): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name) && !name.includes('node_modules'))
      .map((name) => path.join(folder, name)),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

const themeSheet = readFileSync(path.join(kit, 'theme.css'), 'utf8')
const sheets = filesOf(['packages/ui/styles'], /\.css$/)

function sheetOf(id: string): string {
  return sheets.get(path.join('packages/ui', id)) ?? readFileSync(require.resolve(id), 'utf8')
}

async function cssOf(classes: string[]): Promise<string> {
  const compiler = await compile(themeSheet, {
    loadStylesheet: (id) => Promise.resolve({ path: id, base: '', content: sheetOf(id) }),
  })
  return compiler.build(classes)
}

function selectorOf(className: string): string {
  return `.${className.replaceAll(/[^\w-]/g, (character) => `\\${character}`)}`
}

const classAttribute =
  /(?:className|Class)=?[:=]? ?(?:"([^"]*)"|'([^']*)'|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\})/g

function classesIn(source: string): string[] {
  return [...source.matchAll(classAttribute)].flatMap(([, double, single, expression]) => {
    // Strings that a value is compared with are no classes.
    const code = (expression ?? '').replaceAll(/[!=]== '[^']*'/g, '').replaceAll(/typeof \w+/g, '')
    const inCode = [...code.matchAll(/['`]([^'`]*)['`]/g)].map((match) => match[1] ?? '')
    const text = [double ?? '', single ?? '', ...inCode].join(' ').replaceAll(/\$\{[^}]*\}/g, ' ')
    return text.split(/\s+/).filter((name) => /^[a-z][\w-]*[^-]$/.test(name) || /[:[(]/.test(name))
  })
}

describe('closed scale', () => {
  test('KIT-018 light, dark and auth each set every colour', () => {
    const tokens = sheetOf('styles/tokens.css')
    const blocks = [...tokens.matchAll(/([^{}]+)\{([^}]*)\}/g)]
    const namesIn = (theme: string) =>
      blocks
        .filter(([, selector]) => selector?.includes(`[data-theme='${theme}']`))
        .flatMap(([, , body]) =>
          [...(body ?? '').matchAll(/(--[\w-]+):/g)].map((match) => match[1]),
        )
    expect(namesIn('light').length).toBeGreaterThan(40)
    expect(namesIn('dark')).toEqual(namesIn('light'))
    expect(namesIn('auth')).toEqual(namesIn('light'))
  })

  test('KIT-019 breakpoints of the theme and of the auth theme', async () => {
    const prefixes = ['md', 'lg', 'xl', 'auth-md', 'auth-lg', 'auth-xl']
    const sheetsOfPrefixes = await Promise.all(
      prefixes.map((prefix) => cssOf([`${prefix}:hidden`])),
    )
    const widths = sheetsOfPrefixes.map((css, index) => {
      const before = css.slice(0, css.indexOf(selectorOf(`${prefixes[index]}:hidden`)))
      return before.match(/width >= (\w+)\) \{\s*$/)?.[1]
    })
    expect(widths).toEqual(['600px', '920px', '1170px', '600px', '1092px', '1260px'])
    expect(await cssOf(['sm:hidden', '2xl:hidden'])).not.toContain('sm\\:hidden')
  })

  test('KIT-020 container widths and grid sizes', () => {
    const layout = sheetOf('styles/layout.css')
    const [container = '', grid = ''] = layout.split('.ph-grid')
    expect([...container.matchAll(/calc\((\d+)px/g)].map((match) => match[1])).toEqual([
      '560',
      '770',
      '1170',
    ])
    expect([...container.matchAll(/width >= (\d+)px/g)].map((match) => match[1])).toEqual([
      '600',
      '920',
    ])
    const untilColumn = grid.split('.ph-column')[0] ?? ''
    expect([...untilColumn.matchAll(/repeat\((\d+)/g)].map((match) => match[1])).toEqual([
      '4',
      '8',
      '12',
    ])
  })

  test('KIT-021 font sizes run from 12 to 38 px and spacing from 5 to 60 px', async () => {
    const names = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl']
    const css = await cssOf([...names.map((name) => `text-${name}`), 'text-base', 'text-4xl'])
    const sizes = names.map((name) => css.match(`\\.text-${name} \\{\\s+font-size: (\\d+)px`)?.[1])
    expect(sizes).toEqual(['12', '13', '14', '16', '20', '28', '38'])
    expect(css).not.toContain('.text-base')
    expect(css).not.toContain('.text-4xl')

    const tokens = sheetOf('styles/tokens.css')
    const spaces = [...tokens.matchAll(/--space-\d: (\d+)px/g)].map((match) => match[1])
    expect(spaces).toEqual(['5', '10', '15', '20', '30', '40', '60'])
    expect(await cssOf(['p-7'])).toContain('var(--space-7)')
    expect(await cssOf(['p-8', 'p-1.5', 'bg-red-500', 'rounded-xl'])).not.toMatch(
      /\.(p-8|p-1\\\.5|bg-red-500|rounded-xl)/,
    )
  })

  test('every class that the browser side uses yields CSS', async () => {
    const used = new Map<string, string>()
    for (const [file, source] of filesOf(browserFolders, /(?<!\.test)\.tsx$/)) {
      for (const name of classesIn(source)) used.set(name, file)
    }
    expect(used.size).toBeGreaterThan(80)
    const ownSheets = [...filesOf(browserFolders, /\.css$/).values()].join('\n')
    const css = (await cssOf([...used.keys()])) + ownSheets
    expect([...used].filter(([name]) => !css.includes(selectorOf(name)))).toEqual([])
  })
})

describe('contrast', () => {
  const tokens = sheetOf('styles/tokens.css')

  function coloursOf(theme: string): Map<string, string> {
    const block = tokens.slice(tokens.indexOf(`[data-theme='${theme}']`)).split('}')[0] ?? ''
    return new Map(
      [...block.matchAll(/--([\w-]+): (#\w{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
    )
  }

  function luminance(hex: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  function contrast(one: string, other: string): number {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  const grounds = ['ground', 'surface', 'surface-sunk', 'surface-raised']
  const texts = ['ink', 'ink-2', 'ink-3', 'good', 'warn', 'bad', 'info', 'mark-text']
  const pairs = [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
    ...['good', 'warn', 'bad', 'info'].map((tone) => [tone, `${tone}-soft`, 4.5] as const),
    ...['good', 'warn', 'bad', 'info'].map((tone) => ['ink', `${tone}-soft`, 4.5] as const),
    ...[1, 2, 3, 4].map((n) => [`series-${n}-text`, `series-${n}-soft`, 4.5] as const),
    ...[1, 2, 3, 4].map((n) => [`series-${n}`, 'surface', 3] as const),
    ['mark-text', 'mark-soft', 4.5] as const,
    ['mark-ink', 'mark-fill', 4.5] as const,
    ['mark-ink', 'mark-fill-hover', 4.5] as const,
    ['bad-ink', 'bad', 4.5] as const,
    ['mark', 'surface', 3] as const,
    ['mark', 'ground', 3] as const,
    ['control', 'surface', 3] as const,
    ['control', 'ground', 3] as const,
    ['focus', 'ground', 3] as const,
    ['focus', 'surface-raised', 3] as const,
  ]

  test.each(['light', 'dark'])('every pair of colours of the %s theme is readable', (theme) => {
    const colours = coloursOf(theme)
    const failing = pairs.filter(
      ([front, back, ratio]) =>
        contrast(colours.get(front) ?? '#000000', colours.get(back) ?? '#000000') < ratio,
    )
    expect(failing).toEqual([])
  })
})
