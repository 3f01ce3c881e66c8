import { runCommand } from '../setup/run-command.mjs'

const sources = ['apps', 'features', 'packages', 'tools', 'tests', 'bench']
const compilers = ['shared', 'server', 'web', 'e2e'].map((name) => `tsconfig.${name}.json`)

/**
 * The checks without a database or browser, cheapest first. The output of a command is printed when it ends, because
 * tests run in parallel.
 */
export const checks = (root) => {
  const run = async (command, ...args) => {
    const { code, output } = await runCommand(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (output.trim() !== '') console.log(output.trimEnd())
    return code === 0
  }
  const tool = (name, ...args) => run(`${root}/node_modules/.bin/${name}`, ...args)
  const script = (name, ...args) => run(process.execPath, `${root}/tools/${name}.mjs`, ...args)
  return {
    format: () => tool('oxfmt', '--check', ...sources),
    lint: () => tool('oxlint', '--type-aware', '--deny-warnings', ...sources),
    types: async () => {
      let isGreen = true
      // Each of the usual four checkers works out most types again, which took three times as long on two cores.
      for (const project of compilers)
        if (!(await tool('tsc', '-p', project, '--checkers', '1'))) isGreen = false
      return isGreen
    },
    boundaries: () => script('check-boundaries'),
    generated: () => tool('tsx', 'tools/generate.ts', '--check'),
    requirements: () => script('requirements', '--check'),
    locks: () => script('check-locks'),
  }
}
