import { runCommand } from '../setup/run-command.mjs'

const sources = ['apps', 'features', 'packages', 'tools', 'tests', 'bench']
const compilers = ['shared', 'server', 'web', 'e2e'].map((name) => `tsconfig.${name}.json`)

/** The checks that need no database and no browser, cheapest first. */
export function checks(root) {
  const run = async (command, ...args) =>
    (await runCommand(command, args, { cwd: root })).code === 0
  const tool = (name, ...args) => run(`${root}/node_modules/.bin/${name}`, ...args)
  const script = (name, ...args) => run(process.execPath, `${root}/tools/${name}.mjs`, ...args)
  return {
    format: () => tool('oxfmt', '--check', ...sources),
    lint: () => tool('oxlint', '--type-aware', '--deny-warnings', ...sources),
    types: async () => {
      for (const project of compilers) if (!(await tool('tsc', '-p', project))) return false
      return true
    },
    boundaries: () => script('check-boundaries'),
    generated: () => tool('tsx', 'tools/generate.ts', '--check'),
    requirements: () => script('requirements', '--check'),
    locks: () => script('check-locks'),
  }
}
