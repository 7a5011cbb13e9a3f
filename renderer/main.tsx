import './styles/layout.css'
import './styles/panes.css'
import './styles/rows.css'
import './styles/forms.css'
import './styles/prose.css'
import { createRoot } from 'react-dom/client'
import { shieldCompositions } from './keys/composition.ts'
import { App } from './shell/app.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { view } from './state/view-store.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

shieldCompositions()
// Before the first paint, so that a dark theme does not flash white.
const { theme } = view.getState()
if (theme !== null) document.documentElement.dataset['theme'] = theme

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  )
