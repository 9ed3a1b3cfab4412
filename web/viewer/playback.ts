/** placeholder until clock */
