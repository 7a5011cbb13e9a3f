import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
