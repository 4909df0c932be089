"""Tourelle's games as the environments that researchers know: PettingZoo, Gymnasium, OpenSpiel.

Each module is named after the project it serves, and nothing else imports that project:

    from tourelle.research.pettingzoo import env
    from tourelle.research.gymnasium import SeatEnv
    import tourelle.research.openspiel

`pip install tourelle[research]` brings all three; `tourelle.batch` needs none of them.
"""
