import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

/** Agent names that this worker's tests used: no list has those of closed tabs. */
export const madeNames = new Set<string>()

export interface NewTab {
  /** Defaults to the desk's folder; null: the app's default. */
  readonly folder?: string | null
  readonly role?: string
}

export const openOptions = (dialog: Locator): Promise<void> =>
  dialog.getByText('Options', { exact: true }).click()

/** The window, found by the roles and names that a screen reader gets. */
export class Desk {
  page: Page
  readonly #desktop: () => Page | null
  readonly #work: string | null

  /** `desktop`: returns the app's own window, if any; else the window opens in `page`. `work`: the agents' folder. */
  constructor(page: Page, desktop: () => Page | null = () => null, work: string | null = null) {
    this.page = page
    this.#desktop = desktop
    this.#work = work
  }

  get tabs(): Locator {
    return this.page.getByRole('navigation', { name: 'Tabs' })
  }

  /** The form for the first agent. */
  get #first(): Locator {
    return this.page.getByRole('form', { name: 'First agent' })
  }

  /** Opens the window at the app's printed address; a desktop window is open already. */
  async open(url: string): Promise<void> {
    const window = this.#desktop()
    if (window === null) await this.page.goto(url)
    else this.page = window
    await expect(this.tabs.or(this.#first).first()).toBeVisible()
  }

  /** Creates an agent by the first screen or the dialog, and shows it. */
  async create(name: string, { folder = this.#work, role }: NewTab = {}): Promise<void> {
    madeNames.add(name)
    if (await this.#first.isVisible()) {
      await this.#first.getByLabel('Name').fill(name)
      if (folder !== null) await this.#first.getByLabel('Folder').fill(folder)
      await this.#first.getByRole('button', { name: 'Start' }).click()
    } else {
      const dialog = await this.openDialog()
      await dialog.getByLabel('Name').fill(name)
      if (folder !== null) await dialog.getByLabel('Folder').fill(folder)
      if (role !== undefined) {
        await openOptions(dialog)
        await dialog.getByLabel('Description').fill(role)
      }
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect(dialog).toBeHidden()
    }
    await this.show(name)
  }

  async openDialog(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'New agent' }).click()
    return this.page.getByRole('dialog', { name: 'New agent' })
  }

  /** The tab of an agent; `state` is the beginning of its status ("idle", "working, 1 waiting"). */
  tab(name: string, state = ''): Locator {
    return this.tabs.getByRole('button', { name: new RegExp(`^${name}, ${state}`) })
  }

  async show(name: string): Promise<void> {
    await this.tab(name).click()
    await expect(this.composer(name)).toBeVisible()
  }

  composer(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Message to ${name}` })
  }

  transcript(name: string): Locator {
    return this.page.getByRole('log', { name: `Conversation with ${name}` })
  }

  line(name: string, words: string): Locator {
    return this.transcript(name).getByText(words, { exact: true })
  }

  get waiting(): Locator {
    return this.page.getByRole('region', { name: 'Waiting messages' })
  }

  /** Sends a message as the user: shows the tab, types, presses Enter. */
  async say(name: string, ...lines: string[]): Promise<void> {
    await this.show(name)
    await this.composer(name).fill(lines.join('\n'))
    await this.composer(name).press('Enter')
    await expect(this.composer(name)).toHaveValue('')
  }

  /** Lets an agent say exactly this, and waits until its conversation shows it. */
  async hear(name: string, words: string): Promise<void> {
    await this.say(name, `say: ${words}`)
    await expect(this.line(name, words)).toBeVisible()
  }

  async choose(name: string, action: string | RegExp): Promise<void> {
    await this.tab(name).click({ button: 'right' })
    const menu = this.page.getByRole('menu', { name: `Menu of ${name}` })
    const item = menu.getByRole('menuitem', { name: action, exact: true })
    const more = menu.getByRole('menuitem', { name: 'More' })
    await expect(item.or(more).first()).toBeVisible()
    if (!(await item.isVisible())) await more.click()
    await item.click()
  }

  gathering(topic: string): Locator {
    return this.tabs.getByRole('button', { name: new RegExp(`^${topic.replace('?', '\\?')}, .*gathering`) })
  }

  /** Drags something over another element, to `right` px from its left and `down` (0 to 1) of its height. */
  async carry(from: Locator, to: Locator, right: number, down: number): Promise<void> {
    // Hovering waits until neither moves any more.
    await to.hover()
    await from.hover()
    const over = await to.boundingBox()
    if (!over) throw new Error('What it is carried to is not in view.')
    await this.page.mouse.down()
    await this.page.mouse.move(over.x + right, over.y + over.height * down, { steps: 6 })
  }

  async decide(tool: string, decision: 'Allow once' | 'Deny'): Promise<void> {
    const card = this.page.getByRole('group').filter({ hasText: tool })
    if (decision === 'Deny') await card.getByRole('button', { name: 'Deny, and say why' }).click()
    await card.getByRole('button', { name: decision, exact: true }).click()
  }

  /** Saves a picture of the window in an ignored folder, for work on its looks. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(import.meta.dirname, '..', '.cache', 'pictures', `${name}.png`) })
  }
}
